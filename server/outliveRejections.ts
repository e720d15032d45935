import type { Log } from './log.ts'

/**
 * Logs rejections that nothing waits for, and lets the process go on: Node would end it, and with it everybody's
 * requests, for one operation of which one half was refused before anybody waited for the other. Each is a defect.
 */
export function outliveRejections(log: Pick<Log, 'error'>): void {
  process.on('unhandledRejection', (reason) => {
    log.error({ err: reason }, 'An error came that nothing waited for.')
  })
}
