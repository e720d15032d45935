import { useFileChooser } from '../../../ui/index.ts'
import { readFileList } from './entries.ts'
import type { UploadEntry } from './plan.ts'

/** Has the person choose files or a folder to upload. */
export const useUploadChooser = (onEntries: (entries: UploadEntry[]) => void) =>
  useFileChooser({
    label: 'Files or folder to upload',
    multiple: true,
    onFiles: (files) => void readFileList(files).then(onEntries),
  })
