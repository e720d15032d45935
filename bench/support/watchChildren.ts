import { readdirSync, readFileSync } from 'node:fs'

/** Milliseconds between two looks. */
const LOOK_EVERY = 100

/** The largest memory of any process below one, PostgreSQL's aside, in bytes, since the watch began; the function ends it. */
export function watchChildren(pid: number): () => number {
  let most = 0
  const below = (parent: number): number[] => {
    const children = readdirSync(`/proc/${parent}/task`).flatMap((task) =>
      readFileSync(`/proc/${parent}/task/${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
    )
    return children.flatMap((child) => [child, ...below(child)])
  }
  const timer = setInterval(() => {
    try {
      for (const child of below(pid)) {
        const status = readFileSync(`/proc/${child}/status`, 'utf8')
        if (status.includes('Name:\tpostgres')) continue
        most = Math.max(most, Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0) * 1024)
      }
    } catch {
      // It ended between the two readings.
    }
  }, LOOK_EVERY)
  return () => {
    clearInterval(timer)
    return most
  }
}
