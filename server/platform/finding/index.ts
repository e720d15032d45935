export { mayHold } from './mayHold.ts'
export { type Excerpts, excerptsBy, type Passage, type TextPage } from './passages.ts'
export {
  type Candidate,
  type Found,
  type FoundPart,
  foundAmong,
  MAX_CANDIDATES,
  MAX_OF_KIND,
  NOTHING_FOUND,
} from './records.ts'
