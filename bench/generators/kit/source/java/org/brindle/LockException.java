package org.brindle;

/** Another process holds the lock of a queue. */
public class LockException extends Exception {
  /**
   * Makes one.
   *
   * @param message what happened
   */
  public LockException(String message) {
    super(message);
  }
}
