import type { SystemContext } from '@chakra-ui/react';

type CreateRecipe = SystemContext['cva'];
type IsStyle = SystemContext['isValidProperty'];

/** Chakra makes the recipe of every element again at every render, from the same object each time. */
export function rememberRecipes(create: CreateRecipe): CreateRecipe {
  const recipes = new WeakMap<object, ReturnType<CreateRecipe>>();
  const recipeOf = (config: Parameters<CreateRecipe>[0]) => {
    let recipe = recipes.get(config);
    if (recipe === undefined) recipes.set(config, (recipe = create(config)));
    return recipe;
  };
  return recipeOf as CreateRecipe;
}

/** Chakra asks this about every property of every element at every render, and its own memory of the answers is slow. */
export function rememberStyleProperties(isStyle: IsStyle): IsStyle {
  const answers = new Map<string, boolean>();
  return (property) => {
    let answer = answers.get(property);
    if (answer === undefined) answers.set(property, (answer = isStyle(property)));
    return answer;
  };
}
