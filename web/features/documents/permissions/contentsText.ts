import { formatCount } from '../../../../shared/format/number.ts'
import { filesText } from '../place/sizes.ts'

/** "31 files and 2 folders" */
export const contentsText = ({ files, folders }: { files: number; folders: number }): string =>
  [files > 0 ? filesText(files) : '', folders > 0 ? formatCount(folders, 'folder') : '']
    .filter((part) => part !== '')
    .join(' and ') || 'nothing'
