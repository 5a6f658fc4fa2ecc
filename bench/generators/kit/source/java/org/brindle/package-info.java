/**
 * A small queue for background jobs. Open a queue with {@link org.brindle.Queue#open}.
 */
package org.brindle;
