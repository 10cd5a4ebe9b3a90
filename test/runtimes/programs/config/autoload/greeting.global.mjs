export default { greeting: 'hello', list: ['global'] };
