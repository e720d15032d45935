// Whether the process of this container is healthy: ends with 0 where /healthz answers, else with 1.
const answer = await fetch(`http://127.0.0.1:${process.env.PORT ?? 3000}/healthz`, {
  signal: AbortSignal.timeout(3000),
}).catch(() => null)
process.exit(answer?.ok ? 0 : 1)
