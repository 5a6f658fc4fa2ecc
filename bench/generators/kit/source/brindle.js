/**
 * A small queue for background jobs.
 * @module brindle
 */

/**
 * Opens a queue, and makes its file when there is none.
 * @param {string} name - The name of the queue.
 * @param {object} [options] - How it is opened.
 * @param {number} [options.lockTimeout=5000] - How long to wait for the lock, in milliseconds.
 * @param {boolean} [options.readOnly=false] - Whether jobs can only be looked at.
 * @returns {Promise<Queue>} The open queue.
 * @throws {LockError} When another process holds the lock.
 * @example
 * const queue = await openQueue('mails');
 * await queue.add('welcome', { to: 'ada' });
 */
export async function openQueue(name, options = {}) {
  return new Queue(name, options);
}

/**
 * Jobs of one name. Use {@link module:brindle.openQueue} to make one.
 */
export class Queue {
  /**
   * Makes a queue that is not open yet.
   * @param {string} name - The name of the queue.
   */
  constructor(name) {
    /**
     * The name it was opened with.
     * @type {string}
     */
    this.name = name;
  }

  /**
   * Stores a job and waits until it is on disk.
   * @param {string} kind - What kind of job it is.
   * @param {object} body - Anything JSON can hold.
   * @returns {Promise<number>} The number of the job.
   */
  async add(kind, body) {
    return 1;
  }

  /**
   * How many jobs wait.
   * @returns {Promise<number>} Their number, dead ones not counted.
   */
  async length() {
    return 0;
  }

  /**
   * The longest name a queue may have.
   * @type {number}
   */
  static longestName = 64;
}

/**
 * Another process holds the lock of a queue.
 * @extends Error
 */
export class LockError extends Error {}
