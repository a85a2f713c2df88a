/** What a clause is about: its group, by which it is asked for, too. */
export const subjectOfClause = ({ id }: { id: string }) => id.slice(0, id.indexOf('.'))
