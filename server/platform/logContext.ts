import { AsyncLocalStorage } from 'node:async_hooks'

/** What a line of the log is written for (OPS-19): a request, or a job of the queue. */
export type LogSubject = { readonly requestId: string } | { readonly job: string; readonly jobId: string }

const subjects = new AsyncLocalStorage<LogSubject>()

/** Runs what is done for it, so that whatever that logs says so. */
export const runFor = <T>(subject: LogSubject, run: () => T): T => subjects.run(subject, run)

export const currentSubject = (): LogSubject | undefined => subjects.getStore()
