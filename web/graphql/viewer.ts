import { createContext, useContext } from 'react'
import type { ViewerQuery } from './operations.generated.ts'

/** The signed-in person, with the organisations (by name) and what may be done in each. */
export type Viewer = ViewerQuery['viewer']
export type ViewerOrganisation = Viewer['organizations'][number]

const ViewerContext = createContext<Viewer | null>(null)

export const ViewerProvider = ViewerContext.Provider

/** The signed-in person. The shell renders no page before the answer is there. */
export function useViewer(): Viewer {
  const viewer = useContext(ViewerContext)
  if (!viewer) throw new Error('useViewer is called outside of the shell')
  return viewer
}
