import { act, createEvent, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { AppProviders } from '../../../ui/index.ts'
import { DropZone } from './DropZone.tsx'
import type { UploadEntry } from './plan.ts'
import { dropOf, fakeFile, fakeFolder } from './testing/fakeEntries.ts'
import { useDropTarget } from './useDropTarget.ts'

const REST = 'Drag files or click choose to start uploading'
const OVER = 'Drop files and folders here...'

let taken: string[][] = []
const take = (entries: UploadEntry[]) => taken.push(entries.map((entry) => entry.path.join('/')))
beforeEach(() => {
  taken = []
})

/** A drag event of files, or of what else is named; answers whether the element took it. */
function drag(element: Element, kind: 'dragEnter' | 'dragOver' | 'dragLeave' | 'drop', transfer: object) {
  const event = createEvent[kind](element)
  Object.defineProperty(event, 'dataTransfer', { value: transfer })
  fireEvent(element, event)
  return event.defaultPrevented
}
const site = () => dropOf(fakeFolder('Site', [fakeFile('a.pdf')]))

describe('DropZone', () => {
  const zone = () => {
    render(
      <AppProviders>
        <DropZone onEntries={take} />
      </AppProviders>,
    )
    const element = screen.getByText(REST).parentElement
    if (!element) throw new Error('no zone')
    return element
  }

  test('DOC-16 the zone says what to do, something else while dragging, and takes what is dropped', async () => {
    const element = zone()
    expect(screen.getByRole('button', { name: 'Choose...' })).toBeDefined()
    drag(element, 'dragEnter', site())
    expect(screen.getByText(OVER)).toBeDefined()
    expect(screen.queryByText(REST)).toBeNull()
    drag(element, 'dragEnter', site())
    drag(element, 'dragLeave', site())
    expect(screen.getByText(OVER)).toBeDefined()
    expect(drag(element, 'dragOver', site())).toBe(true)
    expect(drag(element, 'drop', site())).toBe(true)
    expect(screen.getByText(REST)).toBeDefined()
    await act(async () => {})
    await expect.poll(() => taken).toEqual([['Site', 'Site/a.pdf']])
  })

  test('DOC-16 the sentence comes back when the files are dragged away', () => {
    const element = zone()
    drag(element, 'dragEnter', site())
    drag(element, 'dragLeave', site())
    expect(screen.getByText(REST)).toBeDefined()
  })

  test('DOC-16 Choose... opens the choice of files, the other button that of a folder', async () => {
    zone()
    const input = screen.getByLabelText<HTMLInputElement>('Files or folder to upload')
    const opened: boolean[] = []
    input.click = () => void opened.push(input.webkitdirectory)
    await userEvent.click(screen.getByRole('button', { name: 'Choose...' }))
    await userEvent.click(screen.getByRole('button', { name: 'Choose a folder...' }))
    await userEvent.click(screen.getByRole('button', { name: 'Choose...' }))
    expect(opened).toEqual([false, true, false])
    expect(input.multiple).toBe(true)
    await userEvent.upload(input, [new File(['x'], 'a.pdf'), new File(['y'], 'b.pdf')], {
      applyAccept: false,
    })
    await expect.poll(() => taken).toEqual([['a.pdf', 'b.pdf']])
  })
})

function List({ enabled }: { enabled?: boolean }) {
  const { dragging, targetProps } = useDropTarget(take, enabled)
  return (
    <div data-testid="list" {...targetProps}>
      {dragging ? 'over' : 'rest'}
    </div>
  )
}

describe('useDropTarget', () => {
  test.each<[string, () => void]>([
    ['the files leave the window', () => drag(screen.getByTestId('list'), 'dragLeave', site())],
    ['they are dropped elsewhere', () => drag(document.body, 'drop', site())],
    ['Escape ends the drag', () => void fireEvent.keyDown(document.body, { key: 'Escape' })],
    ['the window loses the focus', () => void fireEvent.blur(window)],
  ])('the veil goes when %s, and comes with the next drag', (_what, end) => {
    render(<List />)
    const list = screen.getByTestId('list')
    drag(list, 'dragEnter', site())
    expect(list.textContent).toBe('over')
    act(end)
    expect(list.textContent).toBe('rest')
    drag(list, 'dragEnter', site())
    expect(list.textContent).toBe('over')
    expect(taken).toEqual([])
  })

  test('the veil goes by itself once no drag is heard of, as where the element under it went', () => {
    vi.useFakeTimers()
    render(<List />)
    const list = screen.getByTestId('list')
    drag(list, 'dragEnter', site())
    act(() => vi.advanceTimersByTime(1500))
    drag(list, 'dragOver', site())
    act(() => vi.advanceTimersByTime(1500))
    expect(list.textContent).toBe('over')
    act(() => vi.advanceTimersByTime(1000))
    expect(list.textContent).toBe('rest')
    vi.useRealTimers()
  })

  test('a dragged text is none of its business', () => {
    render(<List />)
    const text = { types: ['text/plain'], items: [] }
    expect(drag(screen.getByTestId('list'), 'dragEnter', text)).toBe(false)
    expect(screen.getByTestId('list').textContent).toBe('rest')
  })

  test('without the right to upload it is no target', async () => {
    render(<List enabled={false} />)
    drag(screen.getByTestId('list'), 'dragEnter', site())
    expect(drag(screen.getByTestId('list'), 'drop', site())).toBe(false)
    expect(screen.getByTestId('list').textContent).toBe('rest')
    await act(async () => {})
    expect(taken).toEqual([])
  })
})
