import { formatBytes } from '../../../../shared/format/bytes.ts'
import { formatNumber } from '../../../../shared/format/number.ts'
import { ProgressBar } from '../../../ui/index.ts'
import { filesText } from '../place/sizes.ts'
import type { ZipProgressFragment } from './operations.generated.ts'

/** Pause between two looks at a zip in the making, in ms. */
export const LOOK_EVERY = 1000

export const isMaking = ({ state }: Pick<ZipProgressFragment, 'state'>): boolean =>
  state === 'QUEUED' || state === 'RUNNING'

/** For a zip that has expired: something in it was closed to the person, or its days are. */
export const NO_LONGER_THERE = 'The zip is no longer there. Please ask for it again.'

/** How far a zip in the making is, in words and as a bar. `label` is the bar's accessible name. */
export function ZipProgress({ zip, label }: { zip: ZipProgressFragment; label: string }) {
  const { state, filesDone, fileCount, bytesDone, bytes } = zip
  return (
    <>
      <p style={{ margin: '0 0 8px' }}>
        {state === 'QUEUED'
          ? `Waiting for its turn: ${filesText(fileCount)}, ${formatBytes(bytes)}`
          : `${formatNumber(filesDone)} of ${filesText(fileCount)}, ${formatBytes(bytesDone)} of ${formatBytes(bytes)}`}
      </p>
      <ProgressBar value={bytes > 0 ? bytesDone / bytes : 0} label={label} figure />
    </>
  )
}
