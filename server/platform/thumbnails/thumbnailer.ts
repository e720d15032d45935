import { createOpener, type Opened, type Opener, type UntrustedFile } from '../confined/index.ts'
import { THUMBNAIL_LIMITS } from './limits.ts'
import { isWebp } from './webp.ts'

/** What opens a file. */
export type ThumbnailKind = 'image' | 'pdf'

export interface ThumbnailInput extends Omit<UntrustedFile, 'task'> {
  kind: ThumbnailKind
}

/** A WebP within 192 x 192 pixels; or none, and why. */
export type ThumbnailResult =
  | { image: Buffer }
  | { image: null; reason: Extract<Opened, { answer: null }>['reason'] }

export interface Thumbnailer extends Pick<Opener, 'close'> {
  /**
   * Makes a thumbnail in a process of its own; one at a time, others wait.
   * @throws OpenerClosed, OpenerBroken, and the error of the source
   */
  make(input: ThumbnailInput): Promise<ThumbnailResult>
}

export function createThumbnailer(limits = THUMBNAIL_LIMITS): Thumbnailer {
  const opener = createOpener(limits)
  return {
    async make({ kind, ...file }) {
      const opened = await opener.open({ task: kind, ...file })
      if (opened.answer === null) return { image: null, reason: opened.reason }
      return isWebp(opened.answer) ? { image: opened.answer } : { image: null, reason: 'UNREADABLE' }
    },
    close: opener.close,
  }
}
