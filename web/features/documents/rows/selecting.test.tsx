import { act, screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { by, setWindowWidth } from '../../../testing/renderAt.tsx'
import { settled } from '../../../testing/settled.ts'
import { layOut, scrollPage } from '../testing/layOut.ts'
import { openRoom } from '../testing/openRoom.tsx'
import { operationsOn } from '../testing/operations.ts'
import { type Entry, room } from '../testing/room.ts'

beforeEach(() => {
  setWindowWidth(1440)
  window.scrollTo(0, 0)
})

const ROWS = 42
const entries: readonly Entry[] = Array.from({ length: 350 }, (_, at) => ({
  id: `n${at}`,
  name: `Entry ${at}`,
}))

/** A long folder whose pages after the first come when told; those that hold the end of the list immediately. */
function openLong() {
  layOut(entries.length * ROWS)
  const slow = Promise.withResolvers<void>()
  const offsets: number[] = []
  const scripted = room([...entries], { canDelete: true }).answers.FolderPage
  const page = openRoom('', { canDelete: true }, entries, {
    ...operationsOn([...entries]),
    FolderPage: by(async (variables) => {
      offsets.push(Number(variables.offset))
      if (Number(variables.offset) < 300) await slow.promise
      return typeof scripted === 'function' ? scripted(variables) : {}
    }),
  })
  return { ...page, offsets, answerSlow: slow.resolve }
}

/** The checkbox of an entry, as soon as its row is there. */
const boxOf = async (name: string) => {
  const row = (await screen.findByText(name, {}, { timeout: 20_000 })).closest<HTMLElement>('[role="row"]')
  return within(row as HTMLElement).getByRole('checkbox')
}

describe('a slow server', () => {
  test('DOC-40 DOP-08 a range over rows that are not loaded takes all of them, and so does what is done with it', async () => {
    const { user, offsets, answerSlow } = openLong()
    await user.click(await boxOf('Entry 0'))
    scrollPage(320 * ROWS)
    const last = await boxOf('Entry 320')
    expect(offsets).toEqual([300])
    await user.keyboard('{Shift>}')
    await user.click(last)
    await user.keyboard('{/Shift}')
    expect(await screen.findByText('Selecting…')).toBeTruthy()
    answerSlow()
    expect(await screen.findByText('321 selected')).toBeTruthy()
    act(() => last.closest<HTMLElement>('[role="row"]')?.focus())
    await user.keyboard('{Delete}')
    expect(await screen.findByRole('dialog', { name: 'Delete 321 items' })).toBeTruthy()
  })

  test('DOC-40 everything that comes late adds nothing to what was selected since', async () => {
    const { user, answerSlow } = openLong()
    await boxOf('Entry 0')
    await user.click(screen.getByRole('checkbox', { name: 'Select all' }))
    await screen.findByText('Selecting…')
    await user.click(await boxOf('Entry 3'))
    await screen.findByText('1 selected')
    answerSlow()
    // The answers that were waited for would have come by then.
    await settled()
    expect(screen.getByText('1 selected')).toBeTruthy()
  })
})
