-- The health of an Autoscaler and of a ClusterProportionalAutoscaler, for Argo CD.
local function condition(type)
  for _, each in ipairs((obj.status or {}).conditions or {}) do
    if each.type == type then
      return each
    end
  end
  return {}
end

local function health(status, message)
  return { status = status, message = message }
end

local function because(of)
  return (of.reason or "Unknown") .. ": " .. (of.message or "")
end

-- The status describes an earlier spec, or is still empty.
if (obj.status or {}).observedGeneration ~= obj.metadata.generation then
  return health("Progressing", "The operator has not looked at this spec yet")
end

local ready, stalled = condition("Ready"), condition("Stalled")
if stalled.status == "True" then
  return health("Degraded", because(stalled))
end
-- The object can become ready by itself, for example when its target is applied later.
if ready.status ~= "True" then
  return health("Progressing", because(ready))
end
if obj.spec.mode == "Paused" then
  return health("Suspended", "Paused: nothing is decided")
end
return health("Healthy", obj.status.summary or "")
