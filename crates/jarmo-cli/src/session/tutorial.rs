//! `tutorial`: ten small lessons, each a position and a task.

use anyhow::{Context, bail};
use jarmo_core::{RuleSet, Rules};
use jarmo_notation::{Record, TurnText, parse_position, parse_turn};
use serde::Deserialize;

use super::Session;

const LESSONS: &str = include_str!("lessons.json");

/// One lesson.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Lesson {
    title: String,
    /// What there is to know.
    text: String,
    task: String,
    rules: RuleSet,
    position: String,
    /// The turns that do what the task says.
    answers: Vec<String>,
    /// What is said of other legal turns.
    wrong: String,
}

fn lessons() -> anyhow::Result<Vec<Lesson>> {
    serde_json::from_str(LESSONS).context("the lessons")
}

impl Session {
    /// Begins a lesson: the first, or the one with this number.
    pub(super) fn tutorial(&mut self, number: &str) -> anyhow::Result<()> {
        let lessons = lessons()?;
        let place = match number.parse::<usize>() {
            Ok(number) if (1..=lessons.len()).contains(&number) => number - 1,
            _ if number.is_empty() => self.lesson.unwrap_or(0),
            _ => bail!("{number:?} is no lesson: expected 1 to {}", lessons.len()),
        };
        self.set_aside()?;
        self.begin_lesson(&lessons, place)
    }

    fn begin_lesson(&mut self, lessons: &[Lesson], place: usize) -> anyhow::Result<()> {
        let Some(lesson) = lessons.get(place) else {
            self.lesson = None;
            say!("That was the last lesson. new starts a game, rules tells all of the rules.");
            return Ok(());
        };
        if self.before_lessons.is_none() {
            self.before_lessons = Some((*self.rules(), self.time_control.clone()));
        }
        let rules = Rules::of(lesson.rules);
        let position = parse_position(&lesson.position, &rules)?;
        self.take_position(Record::from_position(rules, position)?);
        self.lesson = Some(place);
        let said = said(lesson, place + 1, lessons.len());
        self.redraw_above(said.len())?;
        say!("{}", said.join("\n"));
        Ok(())
    }

    /// Takes a turn as the answer to the lesson at hand, and goes on to the next if it is right.
    pub(super) fn answer_lesson(&mut self, place: usize, text: &str) -> anyhow::Result<()> {
        let lessons = lessons()?;
        let lesson = lessons.get(place).context("there is no such lesson")?;
        let turn = parse_turn(text, self.rules(), self.position())?;
        let written = TurnText::new(turn, self.rules().board()).to_string();
        if !lesson.answers.contains(&written) {
            bail!("{}", lesson.wrong);
        }
        say!("{written}: right.");
        self.begin_lesson(&lessons, place + 1)
    }
}

/// What is said of a lesson below its board.
fn said(lesson: &Lesson, number: usize, of: usize) -> Vec<String> {
    let title = format!("Lesson {number} of {of}: {}", lesson.title);
    std::iter::once(title).chain(wrapped(&lesson.text)).chain(wrapped(&lesson.task)).collect()
}

/// A text in lines of at most 78 characters.
fn wrapped(text: &str) -> impl Iterator<Item = String> + '_ {
    const WIDTH: usize = 78;
    let mut words = text.split(' ').peekable();
    std::iter::from_fn(move || {
        let mut line = words.next()?.to_owned();
        while let Some(word) =
            words.next_if(|word| line.chars().count() + 1 + word.chars().count() <= WIDTH)
        {
            line.push(' ');
            line += word;
        }
        Some(line)
    })
}

#[cfg(test)]
mod tests {
    use jarmo_render::{Scene, text};

    use super::*;
    use crate::session::show::PROMPT_ROWS;

    #[test]
    fn board_and_lesson_fit_on_a_screen() {
        let lessons = lessons().unwrap();
        for (i, lesson) in lessons.iter().enumerate() {
            let rules = Rules::of(lesson.rules);
            let position = parse_position(&lesson.position, &rules).unwrap();
            let said = said(lesson, i + 1, lessons.len());
            let mut options = text::TextOptions::for_terminal(80, 24);
            options.height = 24 - PROMPT_ROWS - said.len();
            let drawing = text::draw(&Scene::new(&rules, &position), &options);
            let rows = drawing.lines().count() + said.len();
            assert!(rows <= 24 - PROMPT_ROWS, "{}\n{drawing}", said.join("\n"));
            assert!(said.iter().all(|line| line.chars().count() <= 78));
        }
    }

    #[test]
    fn every_answer_is_legal_and_some_other_turn_is_not_right() {
        let lessons = lessons().unwrap();
        assert_eq!(lessons.len(), 10);
        for lesson in lessons {
            let rules = Rules::of(lesson.rules);
            let position = parse_position(&lesson.position, &rules).unwrap();
            for answer in &lesson.answers {
                let turn = parse_turn(answer, &rules, &position)
                    .unwrap_or_else(|e| panic!("{answer}: {e}"));
                assert_eq!(TurnText::new(turn, rules.board()).to_string(), *answer);
            }
            assert!(position.turn_count(&rules) > lesson.answers.len(), "{}", lesson.title);
        }
    }
}
