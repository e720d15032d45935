import { setImmediate } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { createUploadEngine, type UploadEngine, type UploadEngineOptions } from '../engine.ts'
import type { UploadEntry, UploadTarget } from '../plan.ts'
import type { UploadState } from '../taskTable.ts'
import { ROOT, type Script, startUploadServer, TREE } from './uploadServer.ts'

export const target: UploadTarget = {
  treeId: TREE,
  treeName: 'Prairie Sun II',
  parentId: ROOT,
  parentName: 'Documents',
  parentPath: [],
}

/** A file at a path such as `Surveys/alta.pdf`. */
export function file(path: string, content: string | Uint8Array<ArrayBuffer> = path, type = ''): UploadEntry {
  const names = path.split('/')
  return { kind: 'file', path: names, file: new File([content], names.at(-1) ?? '', { type }) }
}

export const folder = (path: string): UploadEntry => ({ kind: 'folder', path: path.split('/') })

/** A file of a size that no memory would hold. */
export function hugeFile(name: string, size: number): UploadEntry {
  const content = new File([], name)
  Object.defineProperty(content, 'size', { value: size })
  return { kind: 'file', path: [name], file: content }
}

/** A server and an engine on it; both end with the test. */
export async function setUp(script: Script = {}, options: Partial<UploadEngineOptions> = {}) {
  const server = await startUploadServer(script)
  onTestFinished(() => server.close())
  const engine = createUploadEngine({ port: server.port, ...options })
  return {
    server,
    engine,
    start: (...entries: UploadEntry[]) => engine.start({ ...target, entries }),
  }
}

/** Resolves with the first state that meets the condition. */
export async function until(
  engine: UploadEngine,
  condition: (state: UploadState) => boolean,
): Promise<UploadState> {
  let met: UploadState | undefined
  const check = () => {
    const state = engine.getSnapshot()
    if (condition(state)) met ??= state
  }
  const unsubscribe = engine.subscribe(check)
  check()
  // A call of the server changes no state of the engine: nothing else would tell of it.
  for (let turn = 0; !met && turn < 1_000_000; turn += 1) {
    await setImmediate()
    check()
  }
  unsubscribe()
  if (!met) throw new Error('What was waited for did not come.')
  return met
}

/** Each item's path and status, for comparisons. */
export const statuses = (engine: UploadEngine): Record<string, string> =>
  Object.fromEntries(engine.getSnapshot().tasks.map((task) => [task.path, task.status]))

export const reasonsOf = (engine: UploadEngine): Record<string, string | null> =>
  Object.fromEntries(engine.getSnapshot().tasks.map((task) => [task.path, task.reason]))

/** A promise with its resolve, to hold a call until the test lets go. */
export function gate(): { readonly opened: Promise<undefined>; open: () => void } {
  const { promise, resolve } = Promise.withResolvers<undefined>()
  return { opened: promise, open: () => resolve(undefined) }
}
