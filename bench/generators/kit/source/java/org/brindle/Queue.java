package org.brindle;

/**
 * Jobs of one name, whose bodies are of one type.
 *
 * <p>A queue is opened by its name:
 *
 * <pre>{@code
 * Queue<Mail> queue = Queue.open("mails");
 * queue.add("welcome", new Mail("ada"));
 * }</pre>
 *
 * <h2>Locks</h2>
 *
 * Only one process may open a queue for writing.
 *
 * @param <B> what a job holds
 */
public class Queue<B> {
  /** The longest name a queue may have. */
  public static final int LONGEST_NAME = 64;

  private Queue() {}

  /**
   * Opens a queue, and makes its file when there is none.
   *
   * @param name the name of the queue
   * @param <T> what a job holds
   * @return the open queue
   * @throws LockException when another process holds the lock
   */
  public static <T> Queue<T> open(String name) throws LockException {
    return new Queue<>();
  }

  /**
   * Stores a job and waits until it is on disk.
   *
   * @param kind what kind of job it is
   * @param body what it holds
   * @return the number of the job
   */
  public long add(String kind, B body) {
    return 1;
  }

  /**
   * How many jobs wait, dead ones not counted.
   *
   * @return their number
   */
  public int size() {
    return 0;
  }
}
