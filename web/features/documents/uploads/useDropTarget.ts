import { type DragEvent, useEffect, useRef, useState } from 'react'
import { readDrop } from './entries.ts'
import type { UploadEntry } from './plan.ts'

/** Without a `dragover` for this long, in ms, nothing is dragged over the page any more; browsers send one each 350 ms at most. */
const SILENT_AFTER = 2000

const carriesFiles = (event: DragEvent): boolean => event.dataTransfer.types.includes('Files')

export interface DropTarget {
  /** Files are being dragged over the element. */
  readonly dragging: boolean
  /** To be spread over the element. */
  readonly targetProps: {
    readonly onDragEnter: (event: DragEvent) => void
    readonly onDragOver: (event: DragEvent) => void
    readonly onDragLeave: (event: DragEvent) => void
    readonly onDrop: (event: DragEvent) => void
  }
}

/**
 * Makes an element take files and folders dropped on it.
 * @param onEntries gets what was dropped once it is read, which may take a while for large folders
 * @param enabled false where the person may not upload; the element is then no target at all
 */
export function useDropTarget(onEntries: (entries: UploadEntry[]) => void, enabled = true): DropTarget {
  // Entering a child leaves its parent, so the two are counted; only the last leave is one.
  const depth = useRef(0)
  const [dragging, setDragging] = useState(false)
  const enter = (change: number) => {
    depth.current = Math.max(0, depth.current + change)
    setDragging(depth.current > 0)
  }
  // An element that goes while it is dragged over never says that it was left: the page over which nothing is dragged
  // any more is told by what ends a drag, and by the silence of `dragover`, which comes every few hundred ms.
  const silence = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    if (!dragging) return
    const end = () => {
      depth.current = 0
      setDragging(false)
    }
    const stillOver = () => {
      clearTimeout(silence.current)
      silence.current = setTimeout(end, SILENT_AFTER)
    }
    const onKey = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') end()
    }
    stillOver()
    window.addEventListener('dragover', stillOver, true)
    window.addEventListener('drop', end, true)
    window.addEventListener('dragend', end, true)
    window.addEventListener('blur', end)
    window.addEventListener('keydown', onKey, true)
    return () => {
      clearTimeout(silence.current)
      window.removeEventListener('dragover', stillOver, true)
      window.removeEventListener('drop', end, true)
      window.removeEventListener('dragend', end, true)
      window.removeEventListener('blur', end)
      window.removeEventListener('keydown', onKey, true)
    }
  }, [dragging])
  const forFiles = (handle: (event: DragEvent) => void) => (event: DragEvent) => {
    if (!enabled || !carriesFiles(event)) return
    event.preventDefault()
    handle(event)
  }
  return {
    dragging: dragging && enabled,
    targetProps: {
      onDragEnter: forFiles(() => enter(1)),
      onDragOver: forFiles((event) => {
        event.dataTransfer.dropEffect = 'copy'
      }),
      onDragLeave: forFiles(() => enter(-1)),
      onDrop: forFiles((event) => {
        event.stopPropagation()
        enter(-depth.current)
        void readDrop(event.dataTransfer).then(onEntries)
      }),
    },
  }
}
