//! Many short lists in one piece of memory.

/// A list of things for each number from 0 up.
#[derive(Clone, Debug)]
pub(crate) struct Lists<T> {
    /// Where each list begins, and where the last one ends.
    starts: Vec<u32>,
    items: Vec<T>,
}

impl<T> Lists<T> {
    pub(crate) fn new() -> Lists<T> {
        Lists { starts: vec![0], items: Vec::new() }
    }

    /// Adds the next number's list.
    pub(crate) fn push(&mut self, items: impl IntoIterator<Item = T>) {
        self.items.extend(items);
        self.starts.push(self.items.len() as u32);
    }

    #[inline]
    pub(crate) fn of(&self, number: usize) -> &[T] {
        &self.items[self.starts[number] as usize..self.starts[number + 1] as usize]
    }

    /// Whether no number's list has anything.
    pub(crate) fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    pub(crate) fn len(&self) -> usize {
        self.starts.len() - 1
    }
}

impl Lists<u32> {
    /// For each number, the numbers in whose lists it is. A number with an empty list counts as
    /// being in its own.
    pub(crate) fn reversed(&self) -> Lists<u32> {
        let mut back = vec![Vec::new(); self.len()];
        for number in 0..self.len() {
            for &item in self.of(number) {
                back[item as usize].push(number as u32);
            }
            if self.of(number).is_empty() {
                back[number].push(number as u32);
            }
        }
        let mut lists = Lists::new();
        for list in back {
            lists.push(list);
        }
        lists
    }
}
