import type { Part, Room } from './parts.ts'

/** Parts of a transfer that are on their way at a time while a further one is read; one alone where room is scarce. */
const PARTS_AT_A_TIME = 3

/** Sends the parts of one transfer, several at a time. */
export interface Sending {
  /** Takes a part once there is a place for it. @throws what one before it failed by; the part is given back then */
  send(part: Part): Promise<void>
  /** Waits until none is on its way. @throws what one of them failed by */
  end(): Promise<void>
}

/** @param sendPart sends one, and gives its room back in any case */
export function createSending(
  room: Pick<Room, 'isScarce'>,
  sendPart: (part: Part) => Promise<void>,
): Sending {
  const running = new Set<Promise<void>>()
  let failure: { error: unknown } | null = null
  const check = () => {
    if (failure) throw failure.error
  }
  return {
    async send(part) {
      const isFull = () => running.size >= (room.isScarce() ? 1 : PARTS_AT_A_TIME)
      while (isFull() && !failure) await Promise.race(running)
      if (failure) part.release()
      check()
      const sent: Promise<void> = sendPart(part).then(
        () => void running.delete(sent),
        (error: unknown) => {
          running.delete(sent)
          failure ??= { error }
        },
      )
      running.add(sent)
    },
    async end() {
      await Promise.all(running)
      check()
    },
  }
}
