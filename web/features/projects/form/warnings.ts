import { createContext, useContext } from 'react'

/** What is to be said at fields that somebody else saved meanwhile, by their paths. */
export const Warnings = createContext<ReadonlyMap<string, string>>(new Map())

export const useWarning = (path: string): string | undefined => useContext(Warnings).get(path)
