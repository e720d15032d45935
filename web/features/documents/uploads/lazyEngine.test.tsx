import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { uploadsWhenNeeded } from './lazyEngine.ts'
import { file, setUp, target } from './testing/harness.ts'
import { renderUploads } from './testing/renderUploads.tsx'
import { useBatchDone, useStartUpload } from './UploadContext.ts'

function Folder({ onDone = () => {} }: { onDone?: (folderIds: ReadonlySet<string>) => void }) {
  const startUpload = useStartUpload(target)
  useBatchDone(({ folderIds }) => onDone(folderIds))
  return (
    <button type="button" onClick={() => void startUpload([file('a.pdf')])}>
      Upload
    </button>
  )
}

describe('uploads before what sends them is loaded', () => {
  test('the first upload loads it once, is sent, and the folder hears of it (UPL-35)', async () => {
    const { engine, server } = await setUp()
    let loads = 0
    const uploads = uploadsWhenNeeded(async () => {
      loads += 1
      return engine
    })
    const done: string[] = []
    renderUploads(uploads, <Folder onDone={(folders) => done.push(...folders)} />)
    expect(uploads.getSnapshot()).toMatchObject({ total: 0, busy: false })
    expect(loads).toBe(0)
    await userEvent.dblClick(screen.getByRole('button', { name: 'Upload' }))
    await vi.waitFor(() => expect(server.paths()).toContain('a.pdf'))
    await act(() => uploads.whenIdle())
    expect(loads).toBe(1)
    expect(done).toContain(target.parentId)
  })

  test('where it can not be loaded the person is told, and the next upload asks again', async () => {
    const { engine, server } = await setUp()
    let online = false
    const uploads = uploadsWhenNeeded(async () => {
      if (!online) throw new Error('offline')
      return engine
    })
    renderUploads(uploads, <Folder />)
    await userEvent.click(screen.getByRole('button', { name: 'Upload' }))
    expect(await screen.findByText(/The upload could not begin/)).toBeDefined()
    online = true
    await userEvent.click(screen.getByRole('button', { name: 'Upload' }))
    await vi.waitFor(() => expect(server.paths()).toContain('a.pdf'))
  })
})
