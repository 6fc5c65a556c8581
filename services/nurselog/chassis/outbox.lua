#!lua name=nurselog_outbox

-- The outbox of a partition: a stream of facts, read by consumer groups, trimmed by what all of them have done.
-- Written for Redis 7.2+ and Valkey 8+.

-- XINFO answers flat lists of name, value, name, value.
local function as_table(flat)
  local made = {}
  for i = 1, #flat, 2 do
    made[flat[i]] = flat[i + 1]
  end
  return made
end

-- The smallest stream id after `id`; sequences never come near the limit of a double.
local function after(id)
  local dash = string.find(id, '-', 1, true)
  return string.sub(id, 1, dash) .. string.format('%.0f', tonumber(string.sub(id, dash + 1)) + 1)
end

-- Whether stream id `a` is smaller than `b`.
local function less(a, b)
  local a_dash, b_dash = string.find(a, '-', 1, true), string.find(b, '-', 1, true)
  local a_ms, b_ms = tonumber(string.sub(a, 1, a_dash - 1)), tonumber(string.sub(b, 1, b_dash - 1))
  if a_ms ~= b_ms then
    return a_ms < b_ms
  end
  return tonumber(string.sub(a, a_dash + 1)) < tonumber(string.sub(b, b_dash + 1))
end

-- The first id that `group` may still need.
local function needed_from(outbox, group)
  local pending = redis.call('XPENDING', outbox, group.name)
  if tonumber(pending[1]) > 0 then
    return pending[2]
  end
  return after(group['last-delivered-id'])
end

-- trim_outbox(outbox; group...) -> removed
-- Removes the entries that every named group has acknowledged. GROUPMISSING when one of them does not exist: it may
-- still need everything.
local function trim_outbox(keys, args)
  local outbox = keys[1]
  if redis.call('EXISTS', outbox) == 0 then
    return 0
  end
  local groups = {}
  for _, flat in ipairs(redis.call('XINFO', 'GROUPS', outbox)) do
    local group = as_table(flat)
    groups[group.name] = group
  end
  local floor
  for _, name in ipairs(args) do
    if not groups[name] then
      return redis.error_reply('GROUPMISSING ' .. name)
    end
    local from = needed_from(outbox, groups[name])
    if not floor or less(from, floor) then
      floor = from
    end
  end
  if not floor then
    return 0
  end
  return redis.call('XTRIM', outbox, 'MINID', '=', floor)
end

-- owed_facts(outbox; group, kind, limit, word...) -> fact...
-- Of the oldest `limit` entries that the group may not have acknowledged those of a kind in which one of the words occurs.
local function owed_facts(keys, args)
  local outbox, from, owed = keys[1], '-', {}
  if redis.call('EXISTS', outbox) == 0 then
    return owed
  end
  for _, flat in ipairs(redis.call('XINFO', 'GROUPS', outbox)) do
    local group = as_table(flat)
    if group.name == args[1] then
      from = needed_from(outbox, group)
    end
  end
  for _, entry in ipairs(redis.call('XRANGE', outbox, from, '+', 'COUNT', args[3])) do
    local fields, named = as_table(entry[2]), false
    for i = 4, #args do
      named = named or string.find(fields.fact or '', args[i], 1, true) ~= nil
    end
    if fields.kind == args[2] and named then
      owed[#owed + 1] = fields.fact
    end
  end
  return owed
end

-- How often an entry was delivered, and to whom last; nil when the group does not owe it.
local function pending_entry(outbox, group, id)
  local found = redis.call('XPENDING', outbox, group, id, id, 1)[1]
  return found and { consumer = found[2], deliveries = found[4] }
end

-- Gives entries to `me` as one more delivery. Answers {id, deliveries, fields} for each that still exists.
local function deliver(outbox, group, me, ids)
  local delivered = {}
  if #ids == 0 then
    return delivered
  end
  for _, entry in ipairs(redis.call('XCLAIM', outbox, group, me, 0, unpack(ids))) do
    local pending = pending_entry(outbox, group, entry[1])
    if pending then
      delivered[#delivered + 1] = { entry[1], pending.deliveries, entry[2] }
    end
  end
  return delivered
end

local function ids_of(outbox, group, consumer, from, limit)
  local ids = {}
  for _, found in ipairs(redis.call('XPENDING', outbox, group, from, '+', limit, consumer)) do
    ids[#ids + 1] = found[1]
  end
  return ids
end

-- own_facts(outbox; group, me, after, limit) -> {id, deliveries, fields}...
-- What `me` was given earlier and never acknowledged, after the id `after`.
local function own_facts(keys, args)
  local outbox, group, me, from, limit = keys[1], args[1], args[2], args[3], tonumber(args[4])
  return deliver(outbox, group, me, ids_of(outbox, group, me, '(' .. from, limit))
end

-- claim_facts(outbox; group, me, silent_ms, forget_ms, limit) -> {id, deliveries, fields}...
-- Takes over what consumers owe that have been silent for `silent_ms`, and counts as a sign of life of `me`. Silence of
-- the consumer, not age of the entry: who is alive keeps what it holds, however long a store was away. Consumers
-- that owe nothing and were silent for `forget_ms` are forgotten.
local function claim_facts(keys, args)
  local outbox, group, me = keys[1], args[1], args[2]
  local silent, forget, limit = tonumber(args[3]), tonumber(args[4]), tonumber(args[5])
  redis.call('XGROUP', 'CREATECONSUMER', outbox, group, me)
  redis.call('XCLAIM', outbox, group, me, 0, '0-0', 'JUSTID')
  local claimed = {}
  for _, flat in ipairs(redis.call('XINFO', 'CONSUMERS', outbox, group)) do
    local consumer = as_table(flat)
    local mute = consumer.name ~= me and consumer.idle >= silent
    if mute and consumer.pending > 0 and #claimed < limit then
      for _, fact in ipairs(deliver(outbox, group, me, ids_of(outbox, group, consumer.name, '-', limit - #claimed))) do
        claimed[#claimed + 1] = fact
      end
    elseif mute and consumer.pending == 0 and consumer.idle >= forget then
      redis.call('XGROUP', 'DELCONSUMER', outbox, group, consumer.name)
    end
  end
  return claimed
end

-- redeliver_fact(outbox; group, me, id) -> {id, deliveries, fields} or nil
-- One more delivery of an entry that `me` still holds.
local function redeliver_fact(keys, args)
  local outbox, group, me, id = keys[1], args[1], args[2], args[3]
  local pending = pending_entry(outbox, group, id)
  if not pending or pending.consumer ~= me then
    return nil
  end
  return deliver(outbox, group, me, { id })[1]
end

-- bury_fact(outbox, buried; group, id, deliveries, reason) -> 1 buried, 0 if the group no longer owed it
-- Moves a fact that cannot be handled out of the way: acknowledged, and kept with the reason.
local function bury_fact(keys, args)
  local outbox, buried = keys[1], keys[2]
  local group, id, deliveries, reason = args[1], args[2], args[3], args[4]
  if redis.call('XACK', outbox, group, id) == 0 then
    return 0
  end
  local entry = redis.call('XRANGE', outbox, id, id)[1]
  local fields = entry and entry[2] or {}
  redis.call('XADD', buried, '*', 'group', group, 'id', id, 'deliveries', deliveries, 'reason', reason, unpack(fields))
  return 1
end

redis.register_function('trim_outbox', trim_outbox)
redis.register_function{ function_name = 'owed_facts', callback = owed_facts, flags = { 'no-writes' } }
redis.register_function('own_facts', own_facts)
redis.register_function('claim_facts', claim_facts)
redis.register_function('redeliver_fact', redeliver_fact)
redis.register_function('bury_fact', bury_fact)
