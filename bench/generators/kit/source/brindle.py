"""A small queue for background jobs.

Open a queue with :func:`open_queue`.
"""


class LockError(Exception):
    """Another process holds the lock of a queue."""


class Queue:
    """Jobs of one name.

    Args:
        name: The name of the queue.
    """

    #: The longest name a queue may have.
    longest_name: int = 64

    def __init__(self, name: str) -> None:
        self.name = name

    def add(self, kind: str, body: dict, *, delay: float = 0) -> int:
        """Store a job and wait until it is on disk.

        Args:
            kind: What kind of job it is.
            body: Anything JSON can hold.
            delay: Seconds until the job is due.

        Returns:
            The number of the job.

        Raises:
            LockError: When another process holds the lock.
        """
        return len([kind, body, delay])

    def __len__(self) -> int:
        """How many jobs wait, dead ones not counted."""
        return 0


def open_queue(name: str, lock_timeout: int = 5000) -> Queue:
    """Open a queue, and make its file when there is none.

    Args:
        name: The name of the queue.
        lock_timeout: How long to wait for the lock, in milliseconds.

    Returns:
        The open queue.

    Example:
        >>> queue = open_queue("mails")
        >>> queue.add("welcome", {"to": "ada"})
        1
    """
    return Queue(name)
