import { type DragEvent, useRef, useState } from 'react'
import { readDrop } from './entries.ts'
import type { UploadEntry } from './plan.ts'

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
