export function shuffled(list) {
  return list
    .map((item) => [Math.random(), item])
    .toSorted(([one], [other]) => one - other)
    .map(([, item]) => item);
}
