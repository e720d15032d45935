import { createOpener, type Opened, type Opener, type Source } from '../confined/index.ts'
import { AVATAR_LIMITS } from './limits.ts'
import { isWebp } from './webp.ts'

/** A square WebP; or none, and why. */
export type AvatarResult =
  | { image: Buffer }
  | { image: null; reason: Extract<Opened, { answer: null }>['reason'] | 'BUSY' }

export interface AvatarMaker extends Pick<Opener, 'close'> {
  /**
   * Makes an avatar of a picture, in a process of its own; one at a time, a few others wait.
   * @throws OpenerClosed, OpenerBroken, and the error of the source
   */
  make(size: number, source: Source): Promise<AvatarResult>
}

/** Pictures that wait for the process; one more is refused. */
const MAX_WAITING = 16

export function createAvatarMaker(limits = AVATAR_LIMITS): AvatarMaker {
  const opener = createOpener(limits)
  let waiting = 0
  return {
    async make(size, source) {
      if (waiting >= MAX_WAITING) return { image: null, reason: 'BUSY' }
      waiting += 1
      try {
        const opened = await opener.open({ task: 'avatar', size, source })
        if (opened.answer === null) return { image: null, reason: opened.reason }
        return isWebp(opened.answer) ? { image: opened.answer } : { image: null, reason: 'UNREADABLE' }
      } finally {
        waiting -= 1
      }
    },
    close: opener.close,
  }
}
