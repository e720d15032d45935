import { useEffect, useEffectEvent } from 'react'

/** One for all of the page: a channel does not bring its own messages back. */
let channel: BroadcastChannel | undefined

function open(): BroadcastChannel {
  channel ??= new BroadcastChannel('documents.changed')
  return channel
}

/** Tells the person's other tabs that they have changed something in a tree. */
export const tellOtherTabs = (treeId: string): void => open().postMessage(treeId)

/** Reads again when the person has changed something in the tree in another tab. */
export function useOtherTabs(treeId: string, read: () => void): void {
  const readAgain = useEffectEvent(read)
  useEffect(() => {
    const opened = open()
    const onMessage = ({ data }: MessageEvent<unknown>) => {
      if (data === treeId) readAgain()
    }
    opened.addEventListener('message', onMessage)
    return () => opened.removeEventListener('message', onMessage)
  }, [treeId])
}
