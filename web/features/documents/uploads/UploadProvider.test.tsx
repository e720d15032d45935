import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { createMemoryRouter, Link, Outlet, RouterProvider } from 'react-router'
import { describe, expect, test } from 'vitest'
import { dropOf, fakeFile } from './testing/fakeEntries.ts'
import { file, gate, setUp, target } from './testing/harness.ts'
import { renderUploads } from './testing/renderUploads.tsx'
import type { UploadServer } from './testing/uploadServer.ts'
import { useBatchDone, useStartUpload, useUploads } from './UploadContext.ts'

/** Asks to leave the page; answers with the browser's question, or null when it would not ask. */
function leave(): string | null {
  const event = new Event('beforeunload', { cancelable: true })
  let words: unknown = null
  Object.defineProperty(event, 'returnValue', { set: (value) => (words = value) })
  window.dispatchEvent(event)
  return event.defaultPrevented ? String(words) : null
}

/** A page that uploads a file of that name. */
function Documents({ name }: { name: string }) {
  const startUpload = useStartUpload(target)
  return (
    <>
      <button type="button" onClick={() => startUpload([file(name)])}>
        Drop
      </button>
      <Link to="/home">Home</Link>
    </>
  )
}

/** A folder that reads its content again when told to. */
function Folder({ server }: { server: UploadServer }) {
  const [names, setNames] = useState('')
  useBatchDone(({ folderIds }) => {
    if (folderIds.has(target.parentId)) setNames(server.paths().join())
  })
  const { state } = useUploads()
  return (
    <p>
      {state.total}: {names}
    </p>
  )
}

describe('UploadProvider', () => {
  test('UPL-29 UPL-30 leaving is warned of during an upload, not before and not after', async () => {
    const hold = gate()
    const { engine, start } = await setUp({ put: () => hold.opened })
    renderUploads(engine)
    expect(leave()).toBeNull()
    act(() => void start(file('a.pdf')))
    expect(leave()).toBe('Are you sure you want to leave? The current upload will be canceled.')
    hold.open()
    await act(() => engine.whenIdle())
    expect(leave()).toBeNull()
  })

  test('UPL-30 no warning after a cancel', async () => {
    const { engine, start } = await setUp({ put: () => new Promise(() => {}) })
    renderUploads(engine)
    act(() => void start(file('a.pdf')))
    expect(leave()).not.toBeNull()
    act(() => engine.cancel())
    expect(leave()).toBeNull()
  })

  test('UPL-33 the window opens by itself and stays across page changes, its upload running on', async () => {
    const hold = gate()
    const { engine, server } = await setUp({ put: () => hold.opened })
    const router = createMemoryRouter([
      {
        element: <Outlet />,
        children: [
          { path: '/', element: <Documents name="a.pdf" /> },
          { path: '/home', element: <h1>Welcome</h1> },
        ],
      },
    ])
    renderUploads(engine, <RouterProvider router={router} />)
    await userEvent.click(screen.getByRole('button', { name: 'Drop' }))
    const dialog = await screen.findByRole('dialog')
    await userEvent.click(screen.getByRole('link', { name: 'Home' }))
    expect(screen.getByRole('heading', { name: 'Welcome' })).toBeDefined()
    expect(screen.getByRole('dialog')).toBe(dialog)
    hold.open()
    await act(() => engine.whenIdle())
    expect(server.paths()).toEqual(['a.pdf'])
    expect(screen.getByRole('heading', { name: /Done!/ })).toBeDefined()
  })

  test('UPL-34 a second upload joins the window of the first', async () => {
    const hold = gate()
    const { engine, start } = await setUp({ put: () => hold.opened })
    renderUploads(engine)
    act(() => void start(file('a.pdf')))
    act(() => void start(file('b.pdf')))
    expect(await screen.findByText('2 of 2 items remaining')).toBeDefined()
    expect(screen.getAllByRole('dialog')).toHaveLength(1)
    hold.open()
    await act(() => engine.whenIdle())
  })

  test('UPL-35 the folder in view is told once its batch is confirmed', async () => {
    const hold = gate()
    const { engine, server, start } = await setUp({ confirm: () => hold.opened })
    renderUploads(engine, <Folder server={server} />)
    act(() => void start(file('a.pdf')))
    await waitFor(() => expect(server.callsOf('confirm')).toHaveLength(1))
    expect(screen.getByText('1:')).toBeDefined()
    hold.open()
    await act(() => engine.whenIdle())
    expect(screen.getByText('1: a.pdf')).toBeDefined()
  })

  test('an upload of nothing says so', async () => {
    const { engine } = await setUp()
    renderUploads(
      engine,
      <RouterProvider
        router={createMemoryRouter([{ path: '/', element: <Documents name=".DS_Store" /> }])}
      />,
    )
    await userEvent.click(screen.getByRole('button', { name: 'Drop' }))
    expect(screen.getByText('There was nothing to upload.')).toBeDefined()
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('files dropped beside a target do not replace the page', async () => {
    const { engine } = await setUp()
    renderUploads(engine)
    const drop = (types: string[]) => {
      const event = new Event('drop', { bubbles: true, cancelable: true })
      Object.assign(event, { dataTransfer: { ...dropOf(fakeFile('a.pdf')), types } })
      document.body.dispatchEvent(event)
      return event.defaultPrevented
    }
    expect(drop(['Files'])).toBe(true)
    expect(drop(['text/plain'])).toBe(false)
  })
})
