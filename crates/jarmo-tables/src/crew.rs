//! Several threads at one heap of work.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

/// Does every task once, on so many threads or as many as the system gives, and adds up what
/// `work` returns.
pub(crate) fn share<T: Send>(
    threads: usize,
    tasks: impl Iterator<Item = T> + Send,
    work: impl Fn(T) -> u64 + Sync,
) -> u64 {
    if threads <= 1 {
        return tasks.map(work).sum();
    }
    let tasks = Mutex::new(tasks);
    let sum = AtomicU64::new(0);
    let next = || tasks.lock().ok().and_then(|mut tasks| tasks.next());
    let help = || {
        while let Some(task) = next() {
            sum.fetch_add(work(task), Ordering::Relaxed);
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..threads {
            if std::thread::Builder::new().spawn_scoped(scope, help).is_err() {
                break;
            }
        }
        help();
    });
    sum.into_inner()
}

/// What `work` makes of each task, in their order, on so many threads.
pub(crate) fn map<T: Send, R: Send>(
    threads: usize,
    tasks: impl ExactSizeIterator<Item = T> + Send,
    work: impl Fn(T) -> R + Sync,
) -> Vec<R> {
    let mut results: Vec<Option<R>> = (0..tasks.len()).map(|_| None).collect();
    share(threads, tasks.zip(&mut results), |(task, result)| {
        *result = Some(work(task));
        0
    });
    results.into_iter().flatten().collect()
}
