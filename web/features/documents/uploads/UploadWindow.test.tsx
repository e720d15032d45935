import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createUploadEngine } from './engine.ts'
import { KEPT_UPLOADS } from './keptUploads.ts'
import { createMemory, remember } from './memory.ts'
import type { UploadEntry } from './plan.ts'
import { file, folder, gate, setUp, statuses, until } from './testing/harness.ts'
import { renderUploads } from './testing/renderUploads.tsx'
import type { Script } from './testing/uploadServer.ts'

const numbered = (count: number) => Array.from({ length: count }, (_, index) => file(`f${100 + index}.pdf`))

/** A window over a run; `entries` are being uploaded when it is there. */
async function openWindow(script: Script, ...entries: UploadEntry[]) {
  const upload = await setUp(script)
  renderUploads(upload.engine)
  expect(screen.queryByRole('dialog')).toBeNull()
  act(() => void upload.start(...entries))
  return { ...upload, window: await screen.findByRole('dialog') }
}

const idle = (engine: Awaited<ReturnType<typeof setUp>>['engine']) => act(() => engine.whenIdle())

const button = (name: string) => screen.queryByRole<HTMLButtonElement>('button', { name })

/** The cells of each row shown. */
const rows = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('gridcell')
        .map((cell) => cell.textContent),
    )

describe('UploadWindow', () => {
  test('UPL-23 UPL-24 UPL-25 UPL-26 title and count, while busy and afterwards', async () => {
    const hold = gate()
    const { engine } = await openWindow(
      { confirm: () => hold.opened },
      file('Site/a.pdf'),
      file(`${'x'.repeat(300)}`),
    )
    await act(() => until(engine, (state) => state.percent === 66))
    expect(await screen.findByRole('heading', { name: /Uploading\.\.\. 66%/ })).toBeDefined()
    expect(screen.getByText('1 of 3 items remaining')).toBeDefined()
    hold.open()
    await idle(engine)
    // A name was too long, so the specification's word would be untrue.
    expect(screen.getByRole('heading', { name: /1 of 3 failed/ })).toBeDefined()
    expect(screen.getByText('0 of 3 items remaining')).toBeDefined()
    expect(screen.queryByText(/Uploading/)).toBeNull()
  })

  test('UPL-27 Cancel Upload is enabled only while busy', async () => {
    const { engine } = await openWindow({ put: () => new Promise(() => {}) }, file('a.pdf'))
    expect(button('Cancel Upload')?.disabled).toBe(false)
    await userEvent.click(screen.getByRole('button', { name: 'Cancel Upload' }))
    expect(statuses(engine)).toEqual({ 'a.pdf': 'canceled' })
    expect(button('Cancel Upload')?.disabled).toBe(true)
    expect(rows()).toEqual([['a.pdf', 'Documents', 'Canceled']])
  })

  test('UPL-27 UPL-40 the table has Name, Destination and Status; each state reads as it is', async () => {
    const hold = gate()
    const { engine, server } = await openWindow(
      { put: (name) => (name === 'slow.pdf' ? hold.opened : name === 'full.pdf' ? 507 : undefined) },
      folder('04.2 Surveys'),
      file('04.2 Surveys/alta.pdf'),
      file('full.pdf'),
      file('slow.pdf', new Uint8Array(100)),
      ...numbered(18),
    )
    await act(() =>
      until(engine, () => server.callsOf('put').length === 20 && engine.getSnapshot().failed === 1),
    )
    await act(() => until(engine, (state) => state.tasks[1]?.status === 'confirming'))
    expect(screen.getAllByRole('columnheader').map((header) => header.textContent)).toEqual([
      'Name',
      'Destination',
      'Status',
    ])
    expect(rows().slice(0, 3)).toEqual([
      ['04.2 Surveys', 'Documents', 'Done'],
      ['alta.pdf', '04.2 Surveys', '100%'],
      ['full.pdf', 'Documents', 'Storage is full'],
    ])
    expect(
      screen.getByRole('progressbar', { name: 'Confirming alta.pdf' }).getAttribute('aria-valuenow'),
    ).toBe('100')
    expect(screen.getByRole('progressbar', { name: 'Uploading slow.pdf' })).toBeDefined()
    expect(engine.getSnapshot().tasks.at(-1)?.status).toBe('waiting')
    hold.open()
    await idle(engine)
    expect(rows()[1]).toEqual(['alta.pdf', '04.2 Surveys', 'Done'])
  })

  test('UPL-28 the window closes once nothing is running, not before', async () => {
    const hold = gate()
    const { engine } = await openWindow({ put: () => hold.opened }, file('a.pdf'))
    expect(button('Close')?.disabled).toBe(true)
    fireEvent.click(screen.getByRole('button', { name: 'Close' }))
    expect(screen.getByRole('dialog')).toBeDefined()
    hold.open()
    await idle(engine)
    await userEvent.click(screen.getByRole('button', { name: 'Close' }))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('a file is paused and resumed at its row, and all of them above', async () => {
    const hold = gate()
    const { engine, server } = await openWindow({ put: () => hold.opened }, file('a.pdf'), file('b.pdf'))
    await act(() => until(engine, () => server.callsOf('put').length === 2))
    await userEvent.click(screen.getByRole('button', { name: 'Pause a.pdf' }))
    expect(rows()[0]).toEqual(['a.pdf', 'Documents', 'Paused'])
    expect(screen.getByRole('button', { name: 'Resume a.pdf' })).toBeDefined()
    await userEvent.click(screen.getByRole('button', { name: 'Pause all' }))
    expect(statuses(engine)).toEqual({ 'a.pdf': 'waiting', 'b.pdf': 'waiting' })
    expect(screen.getByRole('status').textContent).toBe('2 items paused')
    hold.open()
    await userEvent.click(screen.getByRole('button', { name: 'Resume a.pdf' }))
    await act(() => until(engine, () => statuses(engine)['a.pdf'] === 'done'))
    expect(statuses(engine)['b.pdf']).toBe('waiting')
    await userEvent.click(screen.getByRole('button', { name: 'Resume all' }))
    await idle(engine)
    expect(statuses(engine)).toEqual({ 'a.pdf': 'done', 'b.pdf': 'done' })
    expect(screen.getByRole('heading', { name: /Done!/ })).toBeDefined()
  })

  test('after a reload the window says what was interrupted and asks for the files again', async () => {
    const never = new Promise<undefined>(() => {})
    let isReloaded = false
    const before = await setUp({ put: () => (isReloaded ? undefined : never) })
    before.start(file('a.pdf'), file('b.pdf'))
    await until(before.engine, () => before.server.callsOf('put').length === 2)
    const memory = createMemory('ann', () => sessionStorage)
    memory.save(before.engine.getSnapshot().tasks)
    isReloaded = true
    const engine = createUploadEngine({ port: before.server.port })
    onTestFinished(
      remember(
        engine,
        createMemory('ann', () => sessionStorage),
      ),
    )
    onTestFinished(() => sessionStorage.clear())
    renderUploads(engine)
    expect(await screen.findByRole('heading', { name: /2 of 2 interrupted/ })).toBeDefined()
    expect(rows()[0]).toEqual(['a.pdf', 'Documents', 'Interrupted. Please choose it again.'])
    const choose = (...names: string[]) => {
      expect(screen.getByRole('button', { name: 'Choose the files again to go on' })).toBeDefined()
      const input = screen.getByLabelText('Files or folder to upload')
      fireEvent.change(input, { target: { files: names.map((name) => new File([name], name)) } })
    }
    choose('unknown.pdf')
    expect(await screen.findByText('None of these files was being uploaded.')).toBeDefined()
    choose('a.pdf')
    await act(() => until(engine, () => statuses(engine)['a.pdf'] === 'done'))
    expect(statuses(engine)['b.pdf']).toBe('failed')
    choose('b.pdf')
    await act(() => until(engine, () => statuses(engine)['b.pdf'] === 'done'))
    expect(screen.queryByRole('button', { name: 'Choose the files again to go on' })).toBeNull()
    window.dispatchEvent(new Event('pagehide'))
    expect(sessionStorage.getItem(KEPT_UPLOADS)).toBeNull()
  })

  test('what failed is counted, can be shown alone and tried again', async () => {
    let full = true
    const { engine, server } = await openWindow(
      { put: (name) => (full && name === 'b.pdf' ? 507 : undefined) },
      file('a.pdf'),
      file('b.pdf'),
      file('c.pdf'),
    )
    await idle(engine)
    await userEvent.click(screen.getByRole('button', { name: '1 failed' }))
    expect(rows()).toEqual([['b.pdf', 'Documents', 'Storage is full']])
    full = false
    await userEvent.click(screen.getByRole('button', { name: 'Retry failed' }))
    await idle(engine)
    expect(server.paths()).toEqual(['a.pdf', 'b.pdf', 'c.pdf'])
    expect(rows()).toHaveLength(3)
    expect(button('Retry failed')).toBeNull()
    expect(button('1 failed')).toBeNull()
  })

  test('Retry failed is not offered for what can never succeed', async () => {
    const { engine } = await openWindow({}, file('a\\b.pdf'), file('ok.pdf'))
    await idle(engine)
    expect(rows()[0]).toEqual(['a\\b.pdf', 'Documents', 'A name cannot contain / or \\.'])
    expect(button('Retry failed')).toBeNull()
  })

  test('a screen reader is told of the beginning and the end, not of each percent', async () => {
    const hold = gate()
    const { engine } = await openWindow({ put: () => hold.opened }, file('a.pdf'), file('bad\\name'))
    const told = () => screen.getByRole('status').textContent
    expect(told()).toBe('Uploading 2 items')
    hold.open()
    await idle(engine)
    expect(told()).toBe('1 of 2 items uploaded, 1 failed')
  })

  test('a run of 3,000 items renders only what is in view', async () => {
    const { engine } = await openWindow({ presign: () => new Promise(() => {}) }, ...numbered(3000))
    expect(screen.getByText('3,000 of 3,000 items remaining')).toBeDefined()
    expect(screen.getAllByRole('row').length).toBeLessThan(60)
    act(() => engine.cancel())
  })
})

const setWidth = (width: number) =>
  (
    window as unknown as { happyDOM: { setViewport(viewport: { width: number }): void } }
  ).happyDOM.setViewport({
    width,
  })

describe('UploadWindow, its frame', () => {
  const frame = () => {
    const element = screen.getByRole('dialog').parentElement
    return element ? [element.style.width, element.style.height] : []
  }
  const press = (key: string, times: number, shiftKey = false) => {
    const title = screen.getByRole('group', { name: /Done!|Uploading|failed/ })
    for (let time = 0; time < times; time += 1) fireEvent.keyDown(title, { key, shiftKey })
  }

  test('UPL-31 UPL-32 at least 386x150, at most 720x560, 386x54 minimised, and back to the former size', async () => {
    const { engine } = await openWindow({}, file('a.pdf'))
    await idle(engine)
    expect(frame()).toEqual(['500px', '310px'])
    press('ArrowRight', 30, true)
    press('ArrowDown', 30, true)
    expect(frame()).toEqual(['386px', '150px'])
    press('ArrowLeft', 30, true)
    press('ArrowUp', 30, true)
    expect(frame()).toEqual(['720px', '560px'])
    press('ArrowRight', 2, true)
    const former = frame()
    await userEvent.click(screen.getByRole('button', { name: 'Minimise' }))
    expect(frame()).toEqual(['386px', '54px'])
    expect(screen.queryByRole('grid')).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Restore' }))
    expect(frame()).toEqual(former)
    await userEvent.click(screen.getByRole('button', { name: 'Maximise' }))
    expect(frame()).toEqual(['720px', '560px'])
    await userEvent.click(screen.getByRole('button', { name: 'Restore former size' }))
    expect(frame()).toEqual(former)
  })

  test('below 768 px it is a bar that says the same and expands to the items', async () => {
    const width = innerWidth
    setWidth(390)
    onTestFinished(() => setWidth(width))
    const { engine } = await openWindow({}, file('a.pdf'))
    await idle(engine)
    const bar = screen.getByRole('button', { expanded: false })
    expect(bar.textContent).toBe('Done!0 of 1 items remaining')
    await userEvent.click(bar)
    await waitFor(() => expect(screen.getByText('a.pdf')).toBeDefined())
  })
})

test('UPL-23 where something failed the heading says how many, whole reasons, and that it goes on by itself', async () => {
  let isOffline = true
  const { engine } = await openWindow(
    { put: (name) => (name === 'full.pdf' ? 507 : isOffline && name === 'lost.pdf' ? null : undefined) },
    file('a.pdf'),
    file('lost.pdf'),
    file('full.pdf'),
  )
  await idle(engine)
  expect(screen.getByRole('heading', { name: /2 of 3 failed/ })).toBeDefined()
  expect(screen.getByText('Connection lost')).toBeDefined()
  expect(screen.getByText(/Uploads resume once it is back/)).toBeDefined()
  expect(screen.getByText('1 uploaded')).toBeDefined()
  isOffline = false
  act(() => void window.dispatchEvent(new Event('online')))
  await waitFor(() => expect(screen.getByRole('heading', { name: /1 of 3 failed/ })).toBeDefined())
  expect(screen.queryByText(/Uploads resume/)).toBeNull()
  expect(screen.getByText('2 uploaded')).toBeDefined()
})
