import { render, screen } from '@testing-library/react'
import { Component, type ReactNode } from 'react'
import { expect, test, vi } from 'vitest'
import { lazily } from './lazily.tsx'

const Words = ({ text }: { text: string }) => <p>{text}</p>

class Boundary extends Component<{ children: ReactNode }> {
  override state = { failed: false }
  static getDerivedStateFromError = () => ({ failed: true })
  override render() {
    return this.state.failed ? <p>failed</p> : this.props.children
  }
}

test('a part is loaded when it is first shown, once, and stands at once from then on', async () => {
  const load = vi.fn(async () => Words)
  const Part = lazily(load, <p>wait</p>)
  expect(load).not.toHaveBeenCalled()
  const { unmount } = render(<Part text="first" />)
  expect(screen.getByText('wait')).toBeTruthy()
  expect(await screen.findByText('first')).toBeTruthy()
  unmount()
  render(<Part text="again" />)
  expect(screen.getByText('again')).toBeTruthy()
  expect(load).toHaveBeenCalledOnce()
})

test('ERR-09 a part that could not be loaded is asked for anew when it is shown again', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const load = vi.fn<() => Promise<typeof Words>>().mockRejectedValueOnce(new TypeError('Failed to fetch'))
  load.mockResolvedValue(Words)
  const Part = lazily(load)
  // Ahead of its time a failure is nobody's business.
  await Part.load()
  load.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  const { unmount } = render(
    <Boundary>
      <Part text="first" />
    </Boundary>,
  )
  expect(await screen.findByText('failed')).toBeTruthy()
  unmount()
  render(<Part text="again" />)
  expect(await screen.findByText('again')).toBeTruthy()
  vi.restoreAllMocks()
})
