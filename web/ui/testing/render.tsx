import { type RenderResult, render } from '@testing-library/react'
import { createContext, type ReactElement, useContext } from 'react'
import { createMemoryRouter, RouterProvider, useLocation } from 'react-router'
import { AppProviders } from '../AppProviders.tsx'
import { UnsavedGuard } from '../dialog/UnsavedGuard.tsx'
import { loadMenu } from '../navigation/Menu.tsx'

// A pointer that comes to a button has its menu loaded; here buttons are pressed out of nowhere.
await loadMenu()

/** Shows where the router is, for tests that follow links. */
function Where() {
  return <span data-testid="where">{useLocation().pathname}</span>
}

const Part = createContext<ReactElement | null>(null)

/** Every address of the router shows the part; where the router is stands beside it. */
function Everywhere() {
  return (
    <>
      <UnsavedGuard />
      {useContext(Part)}
      <Where />
    </>
  )
}

/** Renders a part as it stands in the product: theme, toasts and a router. */
export function renderInApp(part: ReactElement): RenderResult {
  const router = createMemoryRouter([{ path: '*', Component: Everywhere }])
  const inApp = (element: ReactElement) => (
    <AppProviders>
      <Part value={element}>
        <RouterProvider router={router} />
      </Part>
    </AppProviders>
  )
  const result = render(inApp(part))
  return { ...result, rerender: (next) => result.rerender(inApp(next as ReactElement)) }
}

interface HappyWindow {
  happyDOM: { setViewport: (size: { width: number; height: number }) => void }
}

/** Sizes the browser window, in px; 1440 by 900 is a desktop, 390 by 844 a phone. */
export function setViewport(width: number, height: number) {
  const happy = window as unknown as HappyWindow
  happy.happyDOM.setViewport({ width, height })
}
