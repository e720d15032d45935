import { askForAll } from './asking.ts'
import type { Batch, BatchWork } from './batches.ts'
import { folderOf, foldPath } from './plan.ts'
import { reasons } from './reasons.ts'
import type { UploadTask } from './tasks.ts'

/** Creates the folders of a batch in one request (UPL-04); what the request fails, fails (UPL-06). */
export async function runFolderBatch(
  batch: Batch,
  tasks: readonly UploadTask[],
  work: BatchWork,
): Promise<void> {
  const { origin } = batch
  const fail = (task: UploadTask, reason: string, retryable = true) =>
    work.table.settle(task.id, 'uploading', { status: 'failed', reason, retryable })

  /** A folder can be made when the one it lies in exists or is asked for with it. */
  const choose = (wanted: readonly UploadTask[]): UploadTask[] => {
    const asked = new Set<string>()
    return wanted.filter((task) => {
      const { id, name, path, barred } = task.destination
      const possible = id !== null || asked.has(foldPath(path))
      if (possible) asked.add(foldPath(task.path))
      else fail(task, reasons.folderMissing(name), !barred)
      return possible
    })
  }

  const answers = await askForAll(tasks, {
    choose,
    ask: (items) =>
      work.port.createFolders(
        origin.treeId,
        origin.parentId,
        items.map((task) => task.path),
        origin.staged ?? false,
      ),
    fail,
    signal: work.signal,
  })
  for (const [task, folder] of answers) {
    if (folder === undefined) {
      fail(task, reasons.unexpected)
      continue
    }
    const place = folderOf(task)
    if (place) place.id = folder.id
    const document = { id: folder.id, name: folder.name }
    const done = work.table.settle(task.id, 'uploading', { status: 'done', progress: 1, document })
    if (!done) work.table.settle(task.id, 'canceled', { document, reason: reasons.keptAfterCancel })
  }
  if (answers.length > 0) work.announce(answers.map(([task]) => task))
}
