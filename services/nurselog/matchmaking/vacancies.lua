
-- Fifth part of the library in tickets.lua, loaded together with it: seats of those who left running tables.
--
--   :vacancies:<pool> hash '<table> <seat>' -> the version at which its player left

-- A seat is vacant at one of our tables. ARGV table seat version. Answers 1, or 0 if the table is none of ours.
local function open(keys, args)
  local root = keys[1]
  local found = hash(root .. ':forecast:' .. args[1])
  if not found then return 0 end
  local key = root .. ':vacancies:' .. found.pool
  redis.call('HSETNX', key, args[1] .. ' ' .. args[2], args[3]) -- a later departure tells of this one again
  redis.call('PEXPIRE', key, 86400000)
  ring(root, 'pool ' .. found.pool)
  return 1
end

-- The vacant seats of a pool. ARGV pool. Answers {'<table> <seat>', version, plan of the table, ...}.
local function list(keys, args)
  local root, answer = keys[1], {}
  for place, version in pairs(hash(root .. ':vacancies:' .. args[1]) or {}) do
    local plan = redis.call('HGET', root .. ':forecast:' .. string.match(place, '^%S+'), 'plan')
    if plan then
      for _, word in ipairs({place, version, plan}) do table.insert(answer, word) end
    end
  end
  return answer
end

-- A seat is taken, or its table is over. ARGV pool table seat.
local function close(keys, args)
  return redis.call('HDEL', keys[1] .. ':vacancies:' .. args[1], args[2] .. ' ' .. args[3])
end

redis.register_function('nurselog_vacancy_open', open)
redis.register_function('nurselog_vacancy_close', close)
redis.register_function{function_name = 'nurselog_vacancy_list', callback = list, flags = {'no-writes'}}
