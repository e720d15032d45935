import { createOpener, type Opened, type Opener, type Source } from '../confined/index.ts'
import { PICTURE_LIMITS } from './limits.ts'
import { isWebp } from './webp.ts'

/** What is made of a picture: a square, something that fits into a line, or something that fits onto a card. */
export type PictureShape = 'avatar' | 'logo' | 'cover'

/** A WebP; or none, and why. */
export type PictureResult =
  | { image: Buffer }
  | { image: null; reason: Extract<Opened, { answer: null }>['reason'] | 'BUSY' }

export interface PictureMaker extends Pick<Opener, 'close'> {
  /**
   * Encodes a picture again in its shape, in a process of its own; one at a time, a few others wait.
   * @throws OpenerClosed, OpenerBroken, and the error of the source
   */
  make(shape: PictureShape, size: number, source: Source): Promise<PictureResult>
}

/** Pictures that wait for the process; one more is refused. */
const MAX_WAITING = 16

export function createPictureMaker(limits = PICTURE_LIMITS): PictureMaker {
  const opener = createOpener(limits)
  let waiting = 0
  return {
    async make(shape, size, source) {
      if (waiting >= MAX_WAITING) return { image: null, reason: 'BUSY' }
      waiting += 1
      try {
        const opened = await opener.open({ task: shape, size, source })
        if (opened.answer === null) return { image: null, reason: opened.reason }
        return isWebp(opened.answer) ? { image: opened.answer } : { image: null, reason: 'UNREADABLE' }
      } finally {
        waiting -= 1
      }
    },
    close: opener.close,
  }
}
