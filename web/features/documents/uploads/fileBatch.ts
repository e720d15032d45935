import { askForAll, patiently, reasonOf } from './asking.ts'
import { type Batch, type BatchWork, PARALLEL_TRANSFERS } from './batches.ts'
import { contentTypeOf } from './contentTypes.ts'
import { foldPath } from './plan.ts'
import { type PresignedUpload, TransferFailure, UploadRefusal } from './port.ts'
import { reasons } from './reasons.ts'
import { startOf } from './resuming.ts'
import type { UploadTask } from './tasks.ts'

/**
 * Age in ms from which an address is asked for again before a transfer starts. It is good for an hour, counted
 * to the start, and the last of 20 large files may well start later than that.
 */
export const RENEW_ADDRESS_AFTER_MS = 50 * 60_000

/** Asks for addresses, sends the files and confirms what was sent. */
export async function runFileBatch(
  batch: Batch,
  tasks: readonly UploadTask[],
  work: BatchWork,
): Promise<void> {
  const addressed = await requestAddresses(batch, tasks, work)
  const queue = addressed.values()
  const lane = async () => {
    for (const task of queue) await transfer(batch, task.id, work)
  }
  await Promise.all(Array.from({ length: PARALLEL_TRANSFERS }, lane))
  await confirmSent(batch, addressed, work)
}

/** One request for all addresses of the batch (UPL-07); gives the items that got one. */
async function requestAddresses(
  { origin }: Batch,
  tasks: readonly UploadTask[],
  { port, table, signal }: BatchWork,
): Promise<UploadTask[]> {
  const fail = (task: UploadTask, reason: string, retryable = true) =>
    table.settle(task.id, 'uploading', { status: 'failed', reason, retryable })

  const answers = await askForAll(tasks.filter(lacksAddress), {
    choose: (wanted) =>
      wanted.filter(({ id, destination }) => {
        if (destination.id !== null) return true
        const retryable = !destination.barred
        const reason = reasons.folderMissing(destination.name)
        table.settle(id, 'uploading', { status: 'failed', reason, retryable })
        return false
      }),
    ask: (items) => port.presign(origin.treeId, items.map(presignFile)),
    fail,
    signal,
  })
  const refused = new Set(tasks.filter(lacksAddress).map(({ id }) => id))
  for (const [task, address] of answers) {
    if (address === undefined) fail(task, reasons.noAddress)
    else if (table.settle(task.id, 'uploading', addressPatch(task, address))) refused.delete(task.id)
  }
  return tasks.filter(({ id }) => !refused.has(id))
}

/** Whether an address has to be asked for: there is none, or it will not hold for long. */
const lacksAddress = ({ url, addressedAt }: UploadTask): boolean =>
  url === null || addressedAt === null || Date.now() - addressedAt > RENEW_ADDRESS_AFTER_MS

const presignFile = (task: UploadTask) => ({
  name: task.name,
  size: task.size,
  parentId: task.destination.id ?? '',
  file: task.file,
  ...(task.begun && task.version !== null && { version: task.version }),
})

/** What the server has of the file it has under the version that it was sent as. */
const addressPatch = (task: UploadTask, { file, url, version }: PresignedUpload) => ({
  document: { id: file.id, name: file.name },
  url,
  version,
  addressedAt: Date.now(),
  ...(version !== task.version && { begun: false, progress: 0 }),
})

/** Sends one file to its address (UPL-09, UPL-11). An item canceled meanwhile is passed over. */
async function transfer({ origin }: Batch, id: number, work: BatchWork): Promise<void> {
  const { port, table } = work
  const waiting = table.get(id)
  if (waiting?.status !== 'uploading') return
  const signal = work.signalOf(id)
  try {
    if (lacksAddress(waiting)) {
      const [address] = await patiently(() => port.presign(origin.treeId, [presignFile(waiting)]), signal)
      if (address === undefined) throw new TransferFailure(reasons.noAddress)
      table.settle(id, 'uploading', addressPatch(waiting, address))
    }
    const task = table.get(id)
    if (task?.status !== 'uploading' || !task.file || task.url === null) return
    const { file } = task
    const { from, fingerprint } = await startOf(task, file, { port, signal })
    if (from !== undefined) table.settle(id, 'uploading', { begun: true, fingerprint })
    // The server has all of it where only its answer was lost.
    if (from === undefined || from < file.size) {
      await port.put(task.url, file, {
        contentType: contentTypeOf(file),
        signal,
        ...(from !== undefined && { from }),
        onProgress: (sentBytes) => {
          const progress = file.size === 0 ? 1 : Math.min(1, sentBytes / file.size)
          table.settle(id, 'uploading', { progress })
        },
      })
    }
    table.settle(id, 'uploading', { status: 'confirming', progress: 1 })
  } catch (error) {
    if (signal.aborted || (error instanceof Error && error.name === 'AbortError')) {
      table.settle(id, 'uploading', { status: 'canceled' })
      return
    }
    const retryable = !(error instanceof TransferFailure) || error.retryable
    table.settle(id, 'uploading', { status: 'failed', reason: reasonOf(error), retryable })
  }
}

/** One confirm request for what was sent (UPL-12 to UPL-14). */
export async function confirmSent(
  batch: Batch,
  tasks: readonly UploadTask[],
  work: BatchWork,
): Promise<void> {
  const { table } = work
  const sent = tasks.flatMap(({ id }) => {
    const task = table.get(id)
    const { status, version, document } = task ?? {}
    return task && status === 'confirming' && version && document ? [{ task, version, document }] : []
  })
  if (sent.length === 0) return
  const uploads = sent.map(({ version, document }) => ({ version, documentId: document.id }))
  try {
    const { treeId, staged = false } = batch.origin
    const { files, failedIds } = await patiently(
      () => work.port.confirm(treeId, uploads, staged),
      work.signal,
    )
    for (const { task, document } of sent) {
      // Of two uploads of one new name both end as one document, which the answer gives under its own id.
      const kept =
        files.find((file) => file.id === document.id) ??
        files.find(
          (file) => file.parentId === task.destination.id && foldPath(file.name) === foldPath(document.name),
        )
      if (failedIds.includes(document.id)) {
        table.settle(task.id, 'confirming', { status: 'failed', reason: reasons.incomplete })
      } else if (kept === undefined) {
        table.settle(task.id, 'confirming', { status: 'unconfirmed', reason: reasons.notConfirmed })
      } else {
        const now = { id: kept.id, name: kept.name }
        const done = table.settle(task.id, 'confirming', { status: 'done', document: now })
        if (!done) table.settle(task.id, 'canceled', { document: now, reason: reasons.keptAfterCancel })
      }
    }
  } catch (error) {
    const refused = error instanceof UploadRefusal
    const reason = refused ? error.message : reasons.notConfirmed
    for (const { task } of sent) {
      table.settle(task.id, 'confirming', { status: refused ? 'failed' : 'unconfirmed', reason })
    }
  }
  work.announce(sent.map(({ task }) => task))
}
