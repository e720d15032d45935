import Button from '@mui/material/Button'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Place } from '../place/place.ts'

/** The way to a new question with the words of a search that found nothing, where the person may ask one (FIND-17). */
export const askInstead = ({ questionsAddress }: Place, text: string): { action?: ReactNode } =>
  questionsAddress === null
    ? {}
    : {
        action: (
          <Button
            component={Link}
            variant="outlined"
            size="small"
            to={`${questionsAddress}?${new URLSearchParams({ ask: text })}`}
          >
            Send the search as a question
          </Button>
        ),
      }
