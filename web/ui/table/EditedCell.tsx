import { type ReactNode, useEffect, useState } from 'react'
import { lazily } from '../lazily.tsx'
import type { CellEditor } from './types.ts'

const EditableCell = lazily(async () => (await import('./EditableCell.tsx')).EditableCell)
let isLoaded = false

async function load(): Promise<void> {
  await EditableCell.load()
  isLoaded = true
}

interface EditedCellProps {
  editor: CellEditor
  children: ReactNode
}

/** A cell that can be edited. What that takes is loaded with the first of them: until it is there the cell shows its value. */
function Edited({ editor, children }: EditedCellProps) {
  const [isThere, setThere] = useState(isLoaded)
  useEffect(() => {
    if (!isThere) void load().then(() => setThere(true))
  }, [isThere])
  return isThere ? <EditableCell editor={editor}>{children}</EditableCell> : children
}

export const EditedCell = Object.assign(Edited, { load })
