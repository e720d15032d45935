/** Milliseconds that this process has computed for so far: what others on the machine do doesn't count, as it does by the clock. */
export function cpuTime(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
