export { useNotes } from './useNotes.tsx'
