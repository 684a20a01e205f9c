// Prints the least milliseconds that `diffIndexes` takes over as many models as there are collections.
const mongoose = require("mongoose");

async function main([uri, dbName, count, turns, parallel]) {
  await mongoose.connect(uri, { dbName, autoIndex: false, autoCreate: false });
  const models = Array.from({ length: Number(count) }, (_, number) => model(`c${number}`));
  let least = Infinity;
  for (let turn = 0; turn < Number(turns); turn++) {
    const start = performance.now();
    await diffAll(models.slice(), Number(parallel));
    least = Math.min(least, performance.now() - start);
  }
  console.log(least);
  await mongoose.disconnect();
}

function model(name) {
  const fields = Object.fromEntries(Array.from({ length: 20 }, (_, field) => [`field${field}`, Number]));
  const schema = new mongoose.Schema({ tenantId: mongoose.ObjectId, ...fields });
  for (let number = 0; number < 10; number++) {
    const field = `field${number}`;
    const options = number === 0 ? { partialFilterExpression: { [field]: { $gt: 0 } } } : {};
    schema.index({ tenantId: 1, [field]: -1 }, options);
  }
  return mongoose.model(name, schema, name);
}

async function diffAll(models, parallel) {
  const worker = async () => {
    for (let model = models.pop(); model; model = models.pop()) {
      const { toDrop, toCreate } = await model.diffIndexes();
      if (toDrop.length + toCreate.length > 0) {
        throw new Error(`${model.modelName} differs`);
      }
    }
  };
  await Promise.all(Array.from({ length: parallel }, worker));
}

main(process.argv.slice(2));
