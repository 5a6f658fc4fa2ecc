/** @file brindle.hpp
 *  A small queue for background jobs. */
#pragma once
#include <string>

/** @mainpage Brindle
 *
 * Brindle is a small queue for background jobs. It keeps its jobs in one file.
 *
 * @section start Getting started
 *
 * Open a queue and add a job:
 *
 * @code{.cpp}
 * brindle::queue q{"mails"};
 * q.add("welcome", "{}");
 * @endcode
 *
 * @warning Only one process may open a queue for writing.
 *
 * @section pause The pause
 *
 * A failing job waits \f$2^n\f$ seconds before its next try.
 */

namespace brindle {

/** What became of a job. */
enum class outcome {
  done,   /**< It returned. */
  failed, /**< It threw, and is tried again. */
  dead    /**< It is in the graveyard. */
};

/** Jobs of one name.
 *
 * A queue is opened by its name:
 *
 * @code{.cpp}
 * brindle::queue q{"mails"};
 * int number = q.add("welcome", R"({"to": "ada"})");
 * @endcode
 *
 * @note Closing waits for running jobs.
 */
class queue {
public:
  /** Opens a queue, and makes its file when there is none.
   * @param name The name of the queue.
   * @param lock_timeout How long to wait for the lock, in milliseconds.
   */
  explicit queue(std::string name, int lock_timeout = 5000);

  /** Stores a job and waits until it is on disk.
   * @param kind What kind of job it is.
   * @param body Its content, as JSON.
   * @return The number of the job.
   * @throw lock_error When another process holds the lock.
   */
  int add(const std::string &kind, const std::string &body);

  /** How many jobs wait, dead ones not counted. */
  std::size_t size() const noexcept;

  /** The longest name a queue may have. */
  static constexpr int longest_name = 64;
};

/** The pause before a try.
 * @param nth Which try it is, from one.
 * @return Seconds, one hour at most.
 */
int pause_of(int nth);

} // namespace brindle
