export { useFindMarks } from './useFindMarks.tsx'
