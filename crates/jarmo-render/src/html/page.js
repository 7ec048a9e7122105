'use strict';
(() => {
  const data = JSON.parse(document.getElementById('data').textContent);
  const byId = (id) => document.getElementById(id);
  const SVG = 'http://www.w3.org/2000/svg';
  const ARCHER = 24;
  const PRISONER = 15;
  // Beyond so many points the bar and the graph are nearly full.
  const FULL = 4;

  let game = data.games[0];
  let here = 0;
  let flipped = data.flipped;
  let board = null;
  let running = null;

  const svg = (name, attributes, ...children) => {
    const element = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    element.append(...children);
    return element;
  };
  const html = (name, properties, ...children) => {
    const element = Object.assign(document.createElement(name), properties);
    element.append(...children);
    return element;
  };
  const titled = (element, text) => {
    element.prepend(svg('title', {}, text));
    return element;
  };

  // Points of the game

  const childrenOf = (point) => game.children[point];
  const fields = (point) => game.points[point].position.split(' ');
  const mover = (point) => (fields(point)[1] === 'w' ? 'White' : 'Black');
  const number = (point) => fields(point)[4];
  const tag = (name) => (game.tags.find(([key]) => key === name) || [])[1];

  function link(game) {
    game.children = game.points.map(() => []);
    game.points.forEach((point, index) => {
      if (point.parent !== undefined) game.children[point.parent].push(index);
    });
  }

  // From the start to a point, and on along what was played.
  function lineThrough(point) {
    const line = [];
    for (let at = point; at !== undefined; at = game.points[at].parent) line.unshift(at);
    for (let at = childrenOf(point)[0]; at !== undefined; at = childrenOf(at)[0]) line.push(at);
    return line;
  }

  // Archers by hole: [['A1', 'W'], ...].
  function archers(point) {
    const found = [];
    fields(point)[0].split('/').forEach((row, down) => {
      let file = 0;
      for (const [part] of row.matchAll(/\d+|[wbWB]/g)) {
        if (/\d/.test(part)) file += Number(part);
        else found.push([game.files[file++] + (game.ranks - down), part]);
      }
    });
    return found;
  }

  // What a turn touches, read from its text.
  function touched(turn) {
    const holes = turn ? turn.match(/[A-Z]\d+/g) || [] : [];
    return { holes, way: /^[A-Z]\d+[-x]/.test(turn || '') ? [holes[0], holes[1]] : null };
  }

  // The board

  function setBoard() {
    const template = document.querySelectorAll('template.board')[game.board];
    byId('board').replaceChildren(template.content.cloneNode(true));
    board = { picture: byId('board').querySelector('svg'), holes: new Map() };
    [board.width, board.height] = board.picture.dataset.board.split(' ').map(Number);
    for (const circle of board.picture.querySelectorAll('.hole')) {
      board.holes.set(circle.id, [Number(circle.getAttribute('cx')), Number(circle.getAttribute('cy'))]);
    }
    board.letters = [...board.picture.querySelectorAll('.letter')].map((letter) => [
      letter, Number(letter.getAttribute('x')), Number(letter.getAttribute('y')),
    ]);
    turnBoard();
  }

  // The board is drawn with White below; from the other side it is turned by half a turn.
  const turned = ([x, y]) => (flipped ? [board.width - x, board.height - y] : [x, y]);
  const turn = () => (flipped ? `rotate(180 ${board.width / 2} ${board.height / 2})` : '');

  function turnBoard() {
    for (const id of ['lines', 'holes', 'ways']) {
      board.picture.querySelector(`#${id}`).setAttribute('transform', turn());
    }
    for (const [letter, x, y] of board.letters) {
      const place = turned([x, y]);
      letter.setAttribute('x', place[0]);
      letter.setAttribute('y', place[1]);
    }
    byId('flip').setAttribute('aria-pressed', flipped);
    byId('bar').classList.toggle('flipped', flipped);
  }

  function disc(kind, letter, [cx, cy], radius) {
    const white = letter.toLowerCase() === 'w';
    const marked = letter !== letter.toLowerCase();
    const classes = `${kind} ${white ? 'white' : 'black'}${marked ? ' marked' : ''}`;
    const group = svg('g', { class: classes }, svg('circle', { cx, cy, r: radius }));
    if (marked) {
      group.append(
        svg('circle', { cx, cy, r: radius * 0.62, class: 'ring' }),
        svg('circle', { cx, cy, r: radius * 0.28, class: 'mark' }),
      );
    }
    return group;
  }

  function drawArchers() {
    const standing = archers(here);
    const words = (hole, letter) =>
      `${letter.toLowerCase() === 'w' ? 'White' : 'Black'} archer on ${hole}${/[WB]/.test(letter) ? ', marked' : ''}`;
    const discs = standing.map(([hole, letter]) =>
      titled(disc('archer', letter, turned(board.holes.get(hole)), ARCHER), words(hole, letter)));
    board.picture.querySelector('#archers').replaceChildren(...discs);

    const x = (board.width + board.picture.viewBox.baseVal.width) / 2 - 5;
    const prisoners = [];
    for (const letter of 'wb') {
      const count = game.archers - standing.filter(([, other]) => other.toLowerCase() === letter).length;
      // A prisoner is kept by the other side, beside its first row.
      const above = (letter === 'w') !== flipped;
      for (let held = 0; held < count; held += 1) {
        const inward = 50 + 38 * held;
        const y = above ? inward : board.height - inward;
        const holder = letter === 'w' ? 'Black' : 'White';
        prisoners.push(titled(disc('prisoner', letter, [x, y], PRISONER), `${holder} holds it`));
      }
    }
    board.picture.querySelector('#prisoners').replaceChildren(...prisoners);
  }

  function drawLastTurn() {
    const { holes, way } = touched(game.points[here].turn);
    const rings = holes.map((hole) => {
      const [cx, cy] = turned(board.holes.get(hole));
      return svg('circle', { class: 'last', cx, cy, r: ARCHER + 6 });
    });
    board.picture.querySelector('#pointers').replaceChildren(...rings);
    const line = way && (board.picture.querySelector(`#line-${way[0]}-${way[1]} .line`)
      || board.picture.querySelector(`#line-${way[1]}-${way[0]} .line`));
    const ways = line ? [svg('path', { class: 'last', d: line.getAttribute('d') })] : [];
    board.picture.querySelector('#ways').replaceChildren(...ways);
  }

  function drawMover() {
    const bar = board.picture.querySelector('.to-move');
    const over = game.points[here].ending !== undefined;
    bar.setAttribute('visibility', over ? 'hidden' : 'visible');
    const below = (mover(here) === 'White') !== flipped;
    bar.setAttribute('y', below ? board.height - 7 : 1);
  }

  // What is said

  const signed = (points) => (points > 0 ? '+' : '') + points.toFixed(2);
  const share = (points) => 0.5 + Math.atan(points / FULL) / Math.PI;

  function describeTurn(point) {
    const { parent, turn: text, glyphs = [] } = game.points[point];
    if (parent === undefined) return 'Start.';
    const dots = mover(parent) === 'White' ? '.' : '…';
    return `${number(parent)}${dots} ${text}${glyphs.join('')}.`;
  }

  function say() {
    const point = game.points[here];
    const result = here === lineThrough(0).pop() && tag('Result');
    const ended = result && result !== '*' ? `Result ${result}.` : '';
    const next = point.ending || ended ? '' : `${mover(here)} to move.`;
    const parts = [describeTurn(here), point.ending ? `${point.ending}.` : '', ended, next];
    if (point.evaluation !== undefined) parts.push(`Evaluation ${signed(point.evaluation)}.`);
    if (point.verdict) parts.push(`${point.verdict}.`);
    byId('status').textContent = parts.filter((part) => part).join(' ');

    const standing = archers(here).map(([hole, letter]) => `${letter}${hole}`).join(' ');
    board.picture.querySelector('title').textContent = describeTurn(here);
    board.picture.querySelector('desc').textContent = `Archers, capitals are marked: ${standing}.`;

    const sides = [['White', point.score[0]], ['Black', point.score[1]]];
    const [near, far] = flipped ? [sides[1], sides[0]] : sides;
    for (const [place, [side, points]] of [['near', near], ['far', far]]) {
      const player = tag(side);
      byId(place).textContent = player && player !== '?' ? `${player} (${side})` : side;
      byId(`${place}-points`).textContent = `${points} points`;
    }
  }

  function drawBar() {
    const { evaluation } = game.points[here];
    byId('bar').hidden = !game.evaluated;
    byId('bar').title = evaluation === undefined ? '' : `${signed(evaluation)} points for White`;
    byId('bar-white').style.height = `${100 * share(evaluation ?? 0)}%`;
    byId('bar-text').textContent = evaluation === undefined ? '' : Math.abs(evaluation).toFixed(1);
  }

  function drawGraph() {
    byId('graph').hidden = !game.evaluated;
    if (!game.evaluated) return;
    const line = lineThrough(here);
    const across = (index) => (600 * index) / Math.max(1, line.length - 1);
    const known = line
      .map((point, index) => [index, game.points[point].evaluation])
      .filter(([, evaluation]) => evaluation !== undefined)
      .map(([index, evaluation]) => `${across(index).toFixed(1)},${(100 - 100 * share(evaluation)).toFixed(1)}`);
    const ends = known.length ? [known[0].split(',')[0], known[known.length - 1].split(',')[0]] : [0, 0];
    const now = across(line.indexOf(here));
    const picture = svg('svg', { viewBox: '0 0 600 100', preserveAspectRatio: 'none', role: 'img' },
      svg('line', { class: 'zero', x1: 0, y1: 50, x2: 600, y2: 50 }),
      svg('polygon', { class: 'area', points: `${ends[0]},50 ${known.join(' ')} ${ends[1]},50` }),
      svg('polyline', { class: 'line', points: known.join(' ') }),
      svg('line', { class: 'now', x1: now, y1: 0, x2: now, y2: 100 }));
    picture.setAttribute('aria-label', 'Graph of the evaluation; the turns say the same in numbers');
    picture.addEventListener('click', (event) => {
      const box = picture.getBoundingClientRect();
      const at = Math.round(((event.clientX - box.left) / box.width) * (line.length - 1));
      go(line[Math.max(0, Math.min(line.length - 1, at))]);
    });
    byId('curve').replaceChildren(picture);
  }

  // The list of turns

  function turnLink(point, main) {
    const { turn: text, glyphs = [], evaluation, verdict } = game.points[point];
    const link = html('a', { className: main ? 'turn mainline' : 'turn', href: address(point) }, text);
    link.dataset.point = point;
    if (glyphs.length) {
      const mark = glyphs.join('');
      const tone = mark.includes('?') ? ' bad' : mark.includes('!') ? ' good' : '';
      link.append(html('span', { className: `glyph${tone}` }, mark));
    }
    const said = verdict || (evaluation === undefined ? '' : signed(evaluation));
    if (said) link.append(html('span', { className: 'points' }, said));
    return link;
  }

  const comment = (text, name) => html(name, { className: 'comment wide' }, text);

  function mainLine(list) {
    for (const text of game.points[0].after || []) list.append(comment(text, 'div'));
    let broken = true;
    for (let point = childrenOf(0)[0]; point !== undefined; point = childrenOf(point)[0]) {
      const { parent, before = [], after = [] } = game.points[point];
      for (const text of before) list.append(comment(text, 'div'));
      const white = mover(parent) === 'White';
      if (white || broken || before.length) list.append(html('span', { className: 'number' }, `${number(parent)}.`));
      if (!white && (broken || before.length)) list.append(html('span', {}, '…'));
      list.append(turnLink(point, true));
      const others = childrenOf(parent).slice(1);
      broken = after.length > 0 || others.length > 0;
      if (white && broken) list.append(html('span', {}));
      for (const text of after) list.append(comment(text, 'div'));
      for (const other of others) {
        const block = html('div', { className: 'variation wide' });
        variation(block, other);
        list.append(block);
      }
    }
  }

  function variation(block, first) {
    let broken = true;
    for (let point = first; point !== undefined; point = childrenOf(point)[0]) {
      const { parent, before = [], after = [] } = game.points[point];
      for (const text of before) block.append(comment(text, 'span'), ' ');
      if (mover(parent) === 'White') block.append(`${number(parent)}. `);
      else if (broken || before.length) block.append(`${number(parent)}… `);
      block.append(turnLink(point, false), ' ');
      for (const text of after) block.append(comment(text, 'span'), ' ');
      const others = point === first ? [] : childrenOf(parent).slice(1);
      for (const other of others) {
        const inner = html('div', { className: 'variation' });
        variation(inner, other);
        block.append(inner);
      }
      broken = after.length > 0 || others.length > 0;
    }
  }

  function markTurn() {
    const list = byId('turns');
    list.querySelector('[aria-current]')?.removeAttribute('aria-current');
    const link = list.querySelector(`[data-point="${here}"]`);
    if (!link) {
      list.scrollTop = 0;
      return;
    }
    link.setAttribute('aria-current', 'step');
    // Only the list is scrolled, never the page under the reader.
    const [top, height] = [link.offsetTop, link.offsetHeight];
    if (top < list.scrollTop) list.scrollTop = top - 8;
    else if (top + height > list.scrollTop + list.clientHeight) list.scrollTop = top + height - list.clientHeight + 8;
  }

  // Going about

  const address = (point) => `#${data.games.indexOf(game) + 1}.${point}`;

  function go(point) {
    if (point === undefined) return;
    here = point;
    drawArchers();
    drawLastTurn();
    drawMover();
    drawBar();
    drawGraph();
    say();
    markTurn();
    byId('first').disabled = byId('back').disabled = game.points[here].parent === undefined;
    byId('forward').disabled = byId('last').disabled = childrenOf(here).length === 0;
    if (location.hash !== address(here)) history.replaceState(null, '', address(here));
  }

  const back = () => go(game.points[here].parent);
  const forward = () => go(childrenOf(here)[0]);
  const toEnd = () => go(lineThrough(here).pop());

  // The next of the turns that could stand here, or the one before.
  function sibling(step) {
    const { parent } = game.points[here];
    if (parent === undefined) return;
    const all = childrenOf(parent);
    go(all[all.indexOf(here) + step]);
  }

  function run() {
    const start = running === null && childrenOf(here).length > 0;
    clearInterval(running);
    running = start ? setInterval(() => {
      forward();
      if (childrenOf(here).length === 0) run();
    }, 1200) : null;
    byId('run').setAttribute('aria-pressed', start);
  }

  function flip() {
    flipped = !flipped;
    turnBoard();
    go(here);
  }

  function open(index, point) {
    game = data.games[index];
    byId('game').selectedIndex = index;
    game.evaluated = game.points.some(({ evaluation }) => evaluation !== undefined);
    byId('tags').replaceChildren(...game.tags.filter(([, value]) => value && value !== '?')
      .flatMap(([name, value]) => [html('dt', {}, name), html('dd', {}, value)]));
    document.querySelector('main').classList.toggle('graphed', game.evaluated);
    byId('copy-record').hidden = !game.record;
    setBoard();
    const list = byId('turns');
    list.replaceChildren();
    mainLine(list);
    go(point);
  }

  function openAddress() {
    const [, number, point] = location.hash.match(/^#(\d+)\.(\d+)$/) || [];
    const index = number > 0 && number <= data.games.length ? number - 1 : 0;
    const inside = point !== undefined && Number(point) < data.games[index].points.length;
    if (game !== data.games[index] || board === null) open(index, inside ? Number(point) : 0);
    else go(inside ? Number(point) : here);
  }

  async function copy(text, button) {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      const area = html('textarea', { value: text });
      document.body.append(area);
      area.select();
      document.execCommand('copy');
      area.remove();
      button.focus();
    }
    byId('status').textContent = 'Copied.';
  }

  // The reader

  const keys = {
    ArrowLeft: back, ArrowRight: forward, Home: () => go(0), End: toEnd,
    ArrowUp: () => sibling(-1), ArrowDown: () => sibling(1), f: flip, F: flip, ' ': run,
  };

  function listen() {
    const clicks = { first: () => go(0), back, forward, last: toEnd, run, flip };
    for (const [id, action] of Object.entries(clicks)) byId(id).addEventListener('click', action);
    byId('copy-position').addEventListener('click', (event) => copy(game.points[here].position, event.target));
    byId('copy-record').addEventListener('click', (event) => copy(game.record, event.target));
    byId('game').addEventListener('change', (event) => open(event.target.selectedIndex, 0));
    window.addEventListener('hashchange', openAddress);
    document.addEventListener('keydown', (event) => {
      if (event.ctrlKey || event.altKey || event.metaKey || event.target.matches('select, textarea')) return;
      // A button in focus is pressed by the space bar.
      if (!keys[event.key] || (event.key === ' ' && event.target.matches('button'))) return;
      event.preventDefault();
      keys[event.key]();
    });
    let start = null;
    byId('board').addEventListener('pointerdown', (event) => { start = [event.clientX, event.clientY]; });
    byId('board').addEventListener('pointerup', (event) => {
      if (!start) return;
      const [x, y] = [event.clientX - start[0], event.clientY - start[1]];
      start = null;
      if (Math.abs(x) > 40 && Math.abs(x) > 2 * Math.abs(y)) (x < 0 ? forward : back)();
    });
  }

  if (data.games.length === 0) return;
  data.games.forEach(link);
  for (const { tags } of data.games) {
    const of = (name) => (tags.find(([key]) => key === name) || [])[1] || '?';
    byId('game').append(html('option', {}, `${of('White')} – ${of('Black')}, ${of('Result')}`));
  }
  byId('games').hidden = data.games.length < 2;
  document.querySelector('main').hidden = false;
  listen();
  openAddress();
})();
