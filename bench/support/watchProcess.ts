import { readFileSync } from 'node:fs'

/** Milliseconds between two looks. */
const LOOK_EVERY = 50

/** The largest memory of a process in bytes, also once it has ended; the function that comes back ends the watch. */
export function watchProcess(pid: number): () => number {
  let most = 0
  const look = () => {
    try {
      const [, kilobytes = 0] = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
      most = Math.max(most, Number(kilobytes) * 1024)
    } catch {
      // It has ended.
    }
  }
  const timer = setInterval(look, LOOK_EVERY)
  return () => {
    clearInterval(timer)
    look()
    return most
  }
}
